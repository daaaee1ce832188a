// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";

// FilmRentals lends films against a deposit. What the days cost comes off the deposit
// when the film is back. Have fun and bring them back rewound!
contract FilmRentals is Ownable {
    using SafeMath for uint256;

    // Info of each film.
    struct FilmInfo {
        uint256 deposit;    // Ether that a customer leaves for it.
        uint256 dayPrice;   // Ether for each day that was begun.
        uint256 copies;     // Copies on the shelf.
    }

    // Info of each rental.
    struct RentalInfo {
        uint256 deposit;    // What was left.
        uint256 dayPrice;   // The price when the film was taken.
        uint256 since;      // When it was taken.
    }

    // All films. A film's number is its place.
    FilmInfo[] public filmInfo;
    // Which customer has which film.
    mapping (uint256 => mapping (address => RentalInfo)) public rentalInfo;
    // Ether that belongs to the shop.
    uint256 public takings;

    event Listed(uint256 indexed fid, uint256 deposit, uint256 dayPrice, uint256 copies);
    event Rented(address indexed customer, uint256 indexed fid);
    event Returned(address indexed customer, uint256 indexed fid, uint256 cost, uint256 back);
    event Kept(address indexed customer, uint256 indexed fid, uint256 deposit);
    event TakingsCollected(address indexed to, uint256 amount);

    // How many films are there?
    function filmLength() external view returns (uint256) {
        return filmInfo.length;
    }

    // ---------------------------------------------------------------- for the shop

    // A new film on the shelf. Only for the owner.
    function add(uint256 _deposit, uint256 _dayPrice, uint256 _copies) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_dayPrice > 0, "add: no price"); //~ BENIGN INPUT_VAL
        require(_deposit >= _dayPrice, "add: small deposit"); //~ BENIGN INPUT_VAL
        filmInfo.push(FilmInfo({deposit: _deposit, dayPrice: _dayPrice, copies: _copies}));
        emit Listed(filmInfo.length - 1, _deposit, _dayPrice, _copies); //~ UNRELATED EVENT_EMIT
    }

    // The deposit has been used up: the customer keeps the film. Anyone can tidy up.
    function keep(uint256 _fid, address _customer) external {
        RentalInfo storage rental = rentalInfo[_fid][_customer];
        require(rental.since > 0, "keep: no rental"); //~ BENIGN INPUT_VAL
        require(cost(_fid, _customer) == rental.deposit, "keep: not yet"); //~ BENIGN TIMESTAMP
        uint256 deposit = rental.deposit;
        delete rentalInfo[_fid][_customer];
        takings = takings.add(deposit); //~ BENIGN STATE_MOD
        emit Kept(_customer, _fid, deposit);
    }

    // The shop's money, and not a wei of the deposits.
    function collect(address payable _to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_to != address(0), "collect: no account"); //~ BENIGN INPUT_VAL
        uint256 amount = takings;
        takings = 0;
        emit TakingsCollected(_to, amount);
        (bool success, ) = _to.call{value: amount}(""); //~ BENIGN EXT_CALL
        require(success, "collect: refused"); //~ BENIGN FUND_XFER
    }

    // ---------------------------------------------------------------- for customers

    // Take a film home.
    function rent(uint256 _fid) external payable {
        FilmInfo storage film = filmInfo[_fid];
        RentalInfo storage rental = rentalInfo[_fid][msg.sender];
        require(rental.since == 0, "rent: one copy each"); //~ BENIGN CTRL_FLOW
        require(msg.value == film.deposit, "rent: not the deposit"); //~ BENIGN INPUT_VAL
        film.copies = film.copies.sub(1, "rent: no copy"); //~ BENIGN ARITHMETIC
        rental.deposit = msg.value;
        rental.dayPrice = film.dayPrice;
        rental.since = block.timestamp; //~ BENIGN TIMESTAMP
        emit Rented(msg.sender, _fid);
    }

    // What a rental costs by now, the deposit at most.
    function cost(uint256 _fid, address _customer) public view returns (uint256) {
        RentalInfo storage rental = rentalInfo[_fid][_customer];
        uint256 daysBegun = block.timestamp.sub(rental.since).div(1 days).add(1); //~ BENIGN TIMESTAMP
        uint256 sum = daysBegun.mul(rental.dayPrice);
        return sum < rental.deposit ? sum : rental.deposit; //~ BENIGN COMPUTATION
    }

    // Bring it back and get the rest of the deposit.
    function giveBack(uint256 _fid) external {
        RentalInfo storage rental = rentalInfo[_fid][msg.sender];
        require(rental.since > 0, "giveBack: no rental"); //~ BENIGN INPUT_VAL
        uint256 sum = cost(_fid, msg.sender);
        uint256 back = rental.deposit.sub(sum); //~ BENIGN ARITHMETIC
        takings = takings.add(sum);
        filmInfo[_fid].copies = filmInfo[_fid].copies.add(1);
        delete rentalInfo[_fid][msg.sender]; //~ BENIGN STATE_MOD
        (bool success, ) = msg.sender.call{value: back}(""); //~ BENIGN EXT_CALL
        require(success, "giveBack: refused"); //~ BENIGN FUND_XFER
        emit Returned(msg.sender, _fid, sum, back);
    }
}
