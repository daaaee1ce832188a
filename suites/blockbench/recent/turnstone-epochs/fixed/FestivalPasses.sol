// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";

// Passes for a travelling festival. Whatever the festival earns is sent here and shared out season by season,
// the same for every pass. Passes can be sold on, what they have not collected yet goes with them.
contract FestivalPasses is ERC721, Ownable {
    struct Season {
        uint64 endedAt;
        uint192 passes; // how many there were
        uint256 perPass;
    }

    uint256 public constant PRICE = 0.5 ether;
    uint256 public constant MOST = 24;
    uint256 public constant MAX_BUY = 4;
    uint256 public constant LENGTH = 28 days;

    Season[] public seasons;
    mapping(uint256 => uint256) public nextSeason; // of a pass, the first one it has not collected
    uint256 public passes;
    uint256 public earned; // this season
    uint256 public endsAt;
    uint256 private takings; // from sales, for the organisers

    error NotYourPass(uint256 id);
    error SoldOut();
    error TooEarly(uint256 endsAt);

    constructor(address organisers) ERC721("Festival pass", "FEST") Ownable(organisers) {
        endsAt = block.timestamp + LENGTH;
    }

    // stalls and stages pay in here
    receive() external payable {
        earned += msg.value; //~ BENIGN ARITHMETIC
        emit Earned(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function buy(uint256 count) external payable returns (uint256 firstId) {
        require(count > 0 && count <= MAX_BUY, "bad count"); //~ BENIGN INPUT_VAL
        require(msg.value == count * PRICE, "wrong price"); //~ BENIGN INPUT_VAL
        require(passes + count <= MOST, SoldOut()); //~ BENIGN INPUT_VAL
        takings += msg.value;
        firstId = passes + 1;
        for (uint256 i = 0; i < count; ++i) {
            uint256 id = ++passes;
            nextSeason[id] = seasons.length; //~ BENIGN STATE_MOD a new pass has no part in seasons that are over
            _mint(msg.sender, id);
        }
    }

    // anyone may, once it is over
    function endSeason() external {
        require(block.timestamp >= endsAt, TooEarly(endsAt)); //~ BENIGN TIMESTAMP
        require(passes > 0, "nobody there"); //~ BENIGN ARITHMETIC
        uint256 perPass = earned / passes; //~ BENIGN ARITHMETIC what the division leaves over stays for the next season
        earned -= perPass * passes;
        endsAt = block.timestamp + LENGTH;
        seasons.push(Season(uint64(block.timestamp), uint192(passes), perPass));
        emit SeasonEnded(seasons.length - 1, perPass); //~ UNRELATED EVENT_EMIT
    }

    // collects for as many passes as you like
    function collect(uint256[] calldata ids) external returns (uint256 total) {
        for (uint256 i = 0; i < ids.length; ++i) {
            require(ownerOf(ids[i]) == msg.sender, NotYourPass(ids[i])); //~ BENIGN ACCESS_CTRL
            total += dueTo(ids[i]);
            nextSeason[ids[i]] = seasons.length; //~ BENIGN STATE_MOD before the same pass can come again
        }
        emit Collected(msg.sender, total); //~ UNRELATED EVENT_EMIT
        pay(msg.sender, total); //~ BENIGN FUND_XFER
    }

    // organisers only
    function cashTakings(address to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 amount = takings;
        takings = 0; //~ BENIGN STATE_MOD
        pay(to, amount);
    }

    function dueTo(uint256 id) public view returns (uint256 due) {
        for (uint256 s = nextSeason[id]; s < seasons.length; ++s) due += seasons[s].perPass; //~ BENIGN STORAGE_READ
    }

    function dueToAll(uint256[] calldata ids) public view returns (uint256 due) {
        for (uint256 i = 0; i < ids.length; ++i) due += dueTo(ids[i]);
    }

    function seasonCount() external view returns (uint256) {
        return seasons.length;
    }

    function pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "eth not taken"); //~ BENIGN FUND_XFER
    }

    event Earned(address indexed from, uint256 amount);
    event SeasonEnded(uint256 indexed season, uint256 perPass);
    event Collected(address indexed holder, uint256 amount);
}
