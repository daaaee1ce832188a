// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

// Fleets buy litres for their drivers; stations redeem them for the price of the day they were bought.
contract FuelVouchers {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    IERC20 public immutable token;
    address public governance;
    uint256 public price; // of a litre, for new vouchers

    mapping(address => bool) public station;
    mapping(address => mapping(uint256 => uint256)) public litres; // by driver and price
    mapping(address => mapping(uint256 => uint256)) public redeemed; // by station and price, not paid yet

    event Price(uint256 price);
    event Station(address indexed station, bool allowed);
    event Buy(address indexed driver, uint256 indexed price, uint256 litres);
    event Give(address indexed from, address indexed to, uint256 indexed price, uint256 litres);
    event Redeem(address indexed driver, address indexed station, uint256 indexed price, uint256 litres);
    event Pay(address indexed station, uint256 amount);

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 _token, uint256 _price) public {
        require(address(_token) != address(0), "!token");
        require(_price > 0, "!price");
        token = _token;
        price = _price;
        governance = msg.sender;
    }

    function setGovernance(address _governance) external onlyGovernance {
        require(_governance != address(0), "!address");
        governance = _governance;
    }

    function setPrice(uint256 _price) external onlyGovernance {
        require(_price > 0, "!price"); //~ BENIGN INPUT_VAL
        price = _price;
        emit Price(_price);
    }

    function setStation(address _station, bool _allowed) external onlyGovernance {
        station[_station] = _allowed;
        emit Station(_station, _allowed);
    }

    function buy(address _driver, uint256 _litres) external {
        require(_litres > 0, "!litres");
        uint256 cost = price.mul(_litres); //~ BENIGN ARITHMETIC
        litres[_driver][price] = litres[_driver][price].add(_litres); //~ BENIGN STATE_MOD
        token.safeTransferFrom(msg.sender, address(this), cost);
        emit Buy(_driver, price, _litres);
    }

    // a driver to another one
    function give(address _to, uint256 _price, uint256 _litres) external {
        require(_to != address(0), "!address");
        _take(msg.sender, _price, _litres);
        litres[_to][_price] = litres[_to][_price].add(_litres); //~ BENIGN STATE_MOD taken before, so that a gift to oneself changes nothing
        emit Give(msg.sender, _to, _price, _litres);
    }

    // the driver is at the pump
    function redeem(address _station, uint256 _price, uint256 _litres) external {
        require(station[_station], "!station"); //~ BENIGN INPUT_VAL
        _take(msg.sender, _price, _litres);
        redeemed[_station][_price] = redeemed[_station][_price].add(_litres);
        emit Redeem(msg.sender, _station, _price, _litres);
    }

    // back to money, at a tenth less
    function cash(uint256 _price, uint256 _litres) external {
        _take(msg.sender, _price, _litres); //~ BENIGN CTRL_FLOW
        uint256 amount = _price.mul(_litres).mul(9).div(10); //~ BENIGN ARITHMETIC
        token.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Pay(msg.sender, amount);
    }

    // anyone may have a station paid
    function pay(address _station, uint256 _price) external {
        uint256 amount = _price.mul(redeemed[_station][_price]); //~ BENIGN ARITHMETIC
        require(amount > 0, "!redeemed");
        redeemed[_station][_price] = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(_station, amount);
        emit Pay(_station, amount);
    }

    function _take(address _driver, uint256 _price, uint256 _litres) internal {
        uint256 has = litres[_driver][_price];
        require(_litres > 0 && has >= _litres, "!litres"); //~ BENIGN ARITHMETIC
        litres[_driver][_price] = has - _litres; //~ BENIGN STATE_MOD
    }
}
