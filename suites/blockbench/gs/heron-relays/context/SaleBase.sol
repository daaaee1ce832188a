// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Address.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Pausable.sol";

/// @notice Prices, the ether that comes in, and the partners who have a share of it.
abstract contract SaleBase is Ownable, Pausable {
    using Address for address payable;
    using SafeMath for uint256;

    uint256 public constant BPS = 10_000;
    uint256 public constant MAX_PRICE = 1_000 ether;
    uint256 public constant MAX_DISCOUNT = 3_000;
    uint256 public constant MAX_SHARE = 2_000;
    uint256 public constant LONG_TERM = 12;

    /// @notice In wei, for one validator and one month.
    uint256 public hostingPrice;
    /// @notice In wei, for one whole network token.
    uint256 public tokenPrice;
    /// @notice Off the hosting price for those who pay for a year or longer.
    uint256 public discount;

    mapping(address => uint256) public shareOf;
    mapping(address => uint256) public owed;
    uint256 public totalOwed;

    event PricesSet(uint256 hostingPrice, uint256 tokenPrice, uint256 discount);
    event PartnerSet(address indexed partner, uint256 share);
    event ShareCredited(address indexed partner, uint256 amount);
    event EtherWithdrawn(address indexed to, uint256 amount);

    constructor(uint256 hostingPrice_, uint256 tokenPrice_) {
        _setPrices(hostingPrice_, tokenPrice_, 0);
    }

    function setPrices(uint256 hostingPrice_, uint256 tokenPrice_, uint256 discount_) external onlyOwner {
        _setPrices(hostingPrice_, tokenPrice_, discount_);
    }

    /// @notice Gives a partner a share of the hosting fees of the customers that it brings. Zero ends it.
    function setPartner(address partner, uint256 share) external onlyOwner {
        require(share <= MAX_SHARE, "share too large");
        shareOf[partner] = share;
        emit PartnerSet(partner, share);
    }

    /// @notice Stops the sale. What has been sold keeps running.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Pays out the ether that no partner is owed.
    function withdrawEther(address payable to) external onlyOwner {
        uint256 amount = address(this).balance.sub(totalOwed);
        emit EtherWithdrawn(to, amount);
        to.sendValue(amount);
    }

    /// @notice Pays the calling partner what it is owed.
    function withdrawShare() external returns (uint256 amount) {
        amount = owed[msg.sender];
        owed[msg.sender] = 0;
        totalOwed = totalOwed.sub(amount);
        emit EtherWithdrawn(msg.sender, amount);
        msg.sender.sendValue(amount);
    }

    function hostingFor(uint256 validators, uint256 months) public view returns (uint256 amount) {
        amount = validators.mul(months).mul(hostingPrice);
        if (months >= LONG_TERM) amount = amount.sub(amount.mul(discount).div(BPS));
    }

    /// @notice Network tokens that so many validators use up in so many months.
    function tokensFor(uint256 validators, uint256 months) public view virtual returns (uint256);

    /// @notice Hosting, and the tokens that it takes.
    function priceOf(uint256 validators, uint256 months) public view returns (uint256) {
        return hostingFor(validators, months).add(tokensFor(validators, months).mul(tokenPrice).div(1e18));
    }

    function _creditPartner(address partner, uint256 hosting) internal {
        uint256 amount = hosting.mul(shareOf[partner]).div(BPS);
        owed[partner] = owed[partner].add(amount);
        totalOwed = totalOwed.add(amount);
        emit ShareCredited(partner, amount);
    }

    function _setPrices(uint256 hostingPrice_, uint256 tokenPrice_, uint256 discount_) private {
        require(hostingPrice_ <= MAX_PRICE && tokenPrice_ <= MAX_PRICE, "price out of bounds");
        require(discount_ <= MAX_DISCOUNT, "discount too large");
        hostingPrice = hostingPrice_;
        tokenPrice = tokenPrice_;
        discount = discount_;
        emit PricesSet(hostingPrice_, tokenPrice_, discount_);
    }
}
