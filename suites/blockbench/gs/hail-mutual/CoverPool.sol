// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {CapitalPool} from "./context/CapitalPool.sol";
import {IPremiumModel} from "./context/PremiumModel.sol";

// Crop cover. Members put up usdc, premiums make their shares worth more and claims make them worth less.
contract CoverPool is CapitalPool, Ownable2Step {
    using SafeERC20 for IERC20;

    // one for each region and crop
    struct Product {
        uint256 cap;
        uint256 covered;
        IPremiumModel model;
        bool open;
    }

    struct Policy {
        uint256 cover;
        uint64 start;
        uint64 end;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant MAX_RATE_BPS = 400;
    uint256 public constant MIN_EXIT_BPS = 500;
    uint256 public constant MAX_EXIT_BPS = 1_000;
    uint256 public constant MAX_FEE_BPS = 2_000;
    uint256 public constant MIN_COVER = 100e6;
    uint256 public constant WAIT = 3 days;
    uint256 public constant CLAIM_GRACE = 14 days; // losses of the last days are still paid

    address public assessor;
    address public treasury;
    uint256 public feeBps = 1_000; // of a premium
    uint256 public exitBps = MIN_EXIT_BPS;
    uint256 public maxCapital;
    uint256 public covered;
    bool public closed;
    Product[] public products;
    mapping(uint256 id => mapping(address holder => Policy)) public policies;

    error NotAssessor();
    error PoolClosed();
    error Slippage(uint256 got, uint256 bound);
    error CapitalLocked(uint256 capital, uint256 covered);
    error CoverTooLarge(uint256 covered, uint256 allowed);
    error NotCovered();

    modifier onlyAssessor() {
        if (msg.sender != assessor) revert NotAssessor(); //~ BENIGN ACCESS_CTRL
        _;
    }

    // the assessor closes the pool when bad weather is in the forecast
    modifier whileOpen() {
        if (closed) revert PoolClosed(); //~ BENIGN CTRL_FLOW
        _;
    }

    constructor(IERC20 usdc_, address assessor_, address treasury_, uint256 maxCapital_)
        CapitalPool(usdc_)
        ERC20("Crop Cover Share", "CCS")
        Ownable(msg.sender)
    {
        require(assessor_ != address(0) && treasury_ != address(0), "zero address"); //~ BENIGN INIT
        assessor = assessor_;
        treasury = treasury_;
        maxCapital = maxCapital_;
    }

    // -- members

    function deposit(uint256 assets, uint256 minShares) external whileOpen returns (uint256 shares) {
        require(capital + assets <= maxCapital, "pool full"); //~ BENIGN INPUT_VAL
        shares = toShares(assets); //~ BENIGN ARITHMETIC
        if (shares == 0 || shares < minShares) revert Slippage(shares, minShares); //~ BENIGN INPUT_VAL
        _mint(msg.sender, shares);
        emit Joined(msg.sender, assets, shares);
        _takeIn(msg.sender, assets);
    }

    // Leaves with this much usdc, before the exit fee.
    function withdraw(uint256 assets, address to, uint256 maxShares) external whileOpen returns (uint256 shares) {
        shares = sharesFor(assets); //~ BENIGN ARITHMETIC rounds up
        if (shares > maxShares) revert Slippage(shares, maxShares); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares);
        emit Left(msg.sender, to, assets, shares);
        _payOut(to, assets); //~ BENIGN FUND_XFER
    }

    // Gives up this many shares.
    function redeem(uint256 shares, address to, uint256 minAssets) external whileOpen returns (uint256 assets) { //~ PREREQ CTRL_FLOW open to who came a moment ago
        assets = toAssets(shares); //~ DECOY ARITHMETIC valued before the burn, as it should
        if (assets < minAssets) revert Slippage(assets, minAssets); //~ INSUFF_GUARD INPUT_VAL bounds the value and not the payment
        _burn(msg.sender, shares);
        emit Left(msg.sender, to, assets, shares); //~ UNRELATED EVENT_EMIT
        _payOut(to, shares); //~ ROOT_CAUSE FUND_XFER a number of shares where units of usdc are paid
    }

    // -- cover

    // Cover for the caller, from three days on. An old policy has to be off the books first.
    function buyCover(uint256 id, uint256 cover, uint256 term, uint256 maxPremium)
        external
        whileOpen
        returns (uint256 premium)
    {
        Product storage product = products[id];
        require(product.open, "product closed"); //~ BENIGN CTRL_FLOW
        require(cover >= MIN_COVER, "small cover"); //~ BENIGN INPUT_VAL
        require(term >= 30 days && term <= 365 days, "bad term"); //~ BENIGN INPUT_VAL
        require(policies[id][msg.sender].cover == 0, "has a policy"); //~ BENIGN INPUT_VAL
        premium = premiumFor(id, cover, term);
        if (premium > maxPremium) revert Slippage(premium, maxPremium); //~ BENIGN INPUT_VAL
        covered += cover;
        product.covered += cover;
        if (covered > capital) revert CoverTooLarge(covered, capital); //~ BENIGN ARITHMETIC
        if (product.covered > product.cap) revert CoverTooLarge(product.covered, product.cap); //~ BENIGN ARITHMETIC
        uint256 start = block.timestamp + WAIT;
        policies[id][msg.sender] = Policy(cover, uint64(start), uint64(start + term));
        emit Covered(id, msg.sender, cover, premium);
        uint256 fee = (premium * feeBps) / BPS;
        _takeIn(msg.sender, premium - fee);
        usdc.safeTransferFrom(msg.sender, treasury, fee);
    }

    // Anyone may take an old policy off the books.
    function expire(uint256 id, address holder) external {
        Policy memory policy = policies[id][holder];
        require(policy.end != 0 && block.timestamp > policy.end + CLAIM_GRACE, "not over"); //~ BENIGN TIMESTAMP
        _release(id, policy.cover);
        delete policies[id][holder];
        emit Expired(id, holder);
    }

    // The cover shrinks by what is paid.
    function payClaim(uint256 id, address holder, uint256 amount) external onlyAssessor {
        Policy storage policy = policies[id][holder];
        if (block.timestamp < policy.start || block.timestamp > policy.end + CLAIM_GRACE) revert NotCovered(); //~ BENIGN TIMESTAMP
        if (amount > policy.cover) revert NotCovered(); //~ BENIGN INPUT_VAL
        policy.cover -= amount;
        _release(id, amount);
        emit ClaimPaid(id, holder, amount);
        super._payOut(holder, amount); //~ DECOY FUND_XFER claims bear no exit fee
    }

    function setClosed(bool closed_) external onlyAssessor {
        closed = closed_;
        emit ClosedSet(closed_);
    }

    function premiumFor(uint256 id, uint256 cover, uint256 term) public view returns (uint256) {
        require(capital > 0, "no capital"); //~ BENIGN INPUT_VAL
        uint256 rate = products[id].model.rateBps(((covered + cover) * BPS) / capital);
        return Math.mulDiv(cover * Math.min(rate, MAX_RATE_BPS), term, BPS * 365 days, Math.Rounding.Ceil);
    }

    function productCount() external view returns (uint256) {
        return products.length;
    }

    // -- owner

    function addProduct(uint256 cap, IPremiumModel model) external onlyOwner returns (uint256 id) {
        require(address(model) != address(0), "no model"); //~ BENIGN INPUT_VAL
        id = products.length;
        products.push(Product(cap, 0, model, true));
        emit ProductSet(id, cap, true);
    }

    function setProduct(uint256 id, uint256 cap, bool open) external onlyOwner {
        products[id].cap = cap;
        products[id].open = open;
        emit ProductSet(id, cap, open);
    }

    function setFees(uint256 feeBps_, uint256 exitBps_) external onlyOwner {
        require(feeBps_ <= MAX_FEE_BPS, "fee too high"); //~ BENIGN INPUT_VAL
        require(exitBps_ >= MIN_EXIT_BPS && exitBps_ <= MAX_EXIT_BPS, "bad exit fee"); //~ BENIGN INPUT_VAL
        (feeBps, exitBps) = (feeBps_, exitBps_);
        emit FeesSet(feeBps_, exitBps_);
    }

    function setMaxCapital(uint256 maxCapital_) external onlyOwner {
        maxCapital = maxCapital_;
        emit MaxCapitalSet(maxCapital_);
    }

    function setAccounts(address assessor_, address treasury_) external onlyOwner {
        require(assessor_ != address(0) && treasury_ != address(0), "zero address"); //~ BENIGN INPUT_VAL
        (assessor, treasury) = (assessor_, treasury_);
        emit AccountsSet(assessor_, treasury_);
    }

    // What was sent here by mistake.
    function skim(IERC20 token) external onlyOwner returns (uint256 amount) {
        amount = token.balanceOf(address(this));
        if (token == usdc) amount -= capital; //~ BENIGN ARITHMETIC
        token.safeTransfer(treasury, amount);
    }

    // -- internal

    // The exit fee goes to the treasury. What backs policies stays.
    function _payOut(address to, uint256 amount) internal override {
        uint256 fee = Math.mulDiv(amount, exitBps, BPS, Math.Rounding.Ceil); //~ PREREQ ARITHMETIC the fee is small beside the difference
        super._payOut(to, amount - fee);
        super._payOut(treasury, fee);
        if (capital < covered) revert CapitalLocked(capital, covered); //~ BENIGN INPUT_VAL
    }

    function _release(uint256 id, uint256 amount) private {
        covered -= amount;
        products[id].covered -= amount;
    }

    event Joined(address indexed member, uint256 assets, uint256 shares);
    event Left(address indexed member, address indexed to, uint256 assets, uint256 shares);
    event Covered(uint256 indexed id, address indexed holder, uint256 cover, uint256 premium);
    event Expired(uint256 indexed id, address indexed holder);
    event ClaimPaid(uint256 indexed id, address indexed holder, uint256 amount);
    event ClosedSet(bool closed);
    event ProductSet(uint256 indexed id, uint256 cap, bool open);
    event FeesSet(uint256 feeBps, uint256 exitBps);
    event MaxCapitalSet(uint256 maxCapital);
    event AccountsSet(address assessor, address treasury);
}
