// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

interface IYarn {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
}

library Num {
    function plus(uint256 x, uint256 y) internal pure returns (uint256 z) {
        require((z = x + y) >= x, "Num: plus");
    }

    function minus(uint256 x, uint256 y) internal pure returns (uint256 z) {
        require((z = x - y) <= x, "Num: minus");
    }

    function times(uint256 x, uint256 y) internal pure returns (uint256 z) {
        require(y == 0 || (z = x * y) / y == x, "Num: times");
    }

    function root(uint256 x) internal pure returns (uint256 y) {
        if (x < 4) return x == 0 ? 0 : 1;
        y = x;
        uint256 next = x / 2 + 1;
        while (next < y) {
            y = next;
            next = (x / next + next) / 2;
        }
    }
}

/// Parts of the pair's reserves.
contract Strands {
    using Num for uint256;

    string public constant name = "Ropewalk Strand";
    string public constant symbol = "STRAND";
    uint8 public constant decimals = 18;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function _mint(address to, uint256 value) internal {
        totalSupply = totalSupply.plus(value);
        balanceOf[to] = balanceOf[to].plus(value);
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        balanceOf[from] = balanceOf[from].minus(value);
        totalSupply = totalSupply.minus(value);
        emit Transfer(from, address(0), value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _pass(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value); //~ UNRELATED EVENT_EMIT
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] = allowance[from][msg.sender].minus(value);
        _pass(from, to, value);
        return true;
    }

    function _pass(address from, address to, uint256 value) private {
        balanceOf[from] = balanceOf[from].minus(value);
        balanceOf[to] = balanceOf[to].plus(value);
        emit Transfer(from, to, value);
    }
}

/// Hemp against flax, for a fee of 16 in 10,000.
///
/// Nothing is pulled: who joins, leaves or trades sends tokens to the pair first and then calls it, in one
/// transaction. Routers do that for people.
contract RopewalkPair is Strands {
    uint256 public constant SEED = 1000;

    IYarn public hemp;
    IYarn public flax;

    uint256 public hempKept;
    uint256 public flaxKept;

    bool private walking;

    event Joined(address indexed to, uint256 hempIn, uint256 flaxIn, uint256 strands);
    event Left(address indexed to, uint256 hempOut, uint256 flaxOut, uint256 strands);
    event Traded(address indexed to, uint256 hempIn, uint256 flaxIn, uint256 hempOut, uint256 flaxOut);
    event Levelled(uint256 hempKept, uint256 flaxKept);

    modifier oneAtATime() {
        require(!walking, "Ropewalk: busy"); //~ BENIGN REENTRY_GUARD
        walking = true;
        _;
        walking = false;
    }

    constructor(IYarn hemp_, IYarn flax_) public {
        require(address(hemp_) != address(flax_), "Ropewalk: same");
        hemp = hemp_;
        flax = flax_;
    }

    function join(address to) external oneAtATime returns (uint256 strands) {
        uint256 hempIn = hemp.balanceOf(address(this)).minus(hempKept);
        uint256 flaxIn = flax.balanceOf(address(this)).minus(flaxKept);
        if (totalSupply == 0) {
            strands = hempIn.times(flaxIn).root().minus(SEED);
            _mint(address(0), SEED); //~ BENIGN ARITHMETIC a part nobody owns, so that a strand cannot be made dear
        } else {
            uint256 a = hempIn.times(totalSupply) / hempKept;
            uint256 b = flaxIn.times(totalSupply) / flaxKept;
            strands = a < b ? a : b;
        }
        require(strands > 0, "Ropewalk: nothing joined");
        _mint(to, strands);
        _level();
        emit Joined(to, hempIn, flaxIn, strands);
    }

    function leave(address to) external oneAtATime returns (uint256 hempOut, uint256 flaxOut) {
        uint256 strands = balanceOf[address(this)];
        hempOut = strands.times(hemp.balanceOf(address(this))) / totalSupply;
        flaxOut = strands.times(flax.balanceOf(address(this))) / totalSupply;
        require(hempOut > 0 && flaxOut > 0, "Ropewalk: nothing left");
        _burn(address(this), strands);
        _give(to, hempOut, flaxOut);
        _level();
        emit Left(to, hempOut, flaxOut, strands);
    }

    /// What a trade of `amount` hemp, or flax, brings at the reserves of this moment.
    function quote(uint256 amount, bool ofHemp) external view returns (uint256) {
        (uint256 kept, uint256 other) = ofHemp ? (hempKept, flaxKept) : (flaxKept, hempKept);
        uint256 taken = amount.times(10000 - 16);
        return taken.times(other) / kept.times(10000).plus(taken); //~ BENIGN COMPUTATION one scale above and below
    }

    function trade(uint256 hempOut, uint256 flaxOut, address to) external oneAtATime {
        require(hempOut > 0 || flaxOut > 0, "Ropewalk: nothing asked");
        require(hempOut < hempKept && flaxOut < flaxKept, "Ropewalk: too much asked"); //~ INSUFF_GUARD INPUT_VAL leaves the product to bound what may be asked
        require(to != address(hemp) && to != address(flax), "Ropewalk: to");
        _give(to, hempOut, flaxOut); //~ PREREQ FUND_XFER paid in advance, what follows has to hold

        uint256 hempNow = hemp.balanceOf(address(this));
        uint256 flaxNow = flax.balanceOf(address(this));
        uint256 hempIn = _beyond(hempNow, hempKept - hempOut);
        uint256 flaxIn = _beyond(flaxNow, flaxKept - flaxOut);
        require(hempIn > 0 || flaxIn > 0, "Ropewalk: nothing paid");

        // the fee does not count for the product
        uint256 hempNet = hempNow.times(10000).minus(hempIn.times(16)); //~ PREREQ COMPUTATION scaled by 10,000
        uint256 flaxNet = flaxNow.times(10000).minus(flaxIn.times(16));
        require(hempNet.times(flaxNet) >= hempKept.times(flaxKept).times(1000 ** 2), "Ropewalk: product"); //~ ROOT_CAUSE ARITHMETIC the other side is scaled by 1,000 each, so the product may fall to a hundredth
        _level();
        emit Traded(to, hempIn, flaxIn, hempOut, flaxOut);
    }

    /// Takes up what was sent to the pair and not used.
    function level() external oneAtATime {
        _level();
    }

    function _beyond(uint256 there, uint256 expected) private pure returns (uint256) {
        return there > expected ? there - expected : 0;
    }

    function _level() private {
        hempKept = hemp.balanceOf(address(this));
        flaxKept = flax.balanceOf(address(this));
        emit Levelled(hempKept, flaxKept);
    }

    function _give(address to, uint256 hempOut, uint256 flaxOut) private {
        if (hempOut > 0) require(hemp.transfer(to, hempOut), "Ropewalk: hemp");
        if (flaxOut > 0) require(flax.transfer(to, flaxOut), "Ropewalk: flax");
    }
}
