// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Pausable.sol";
import "./context/FundShare.sol";
import "./context/NavOracle.sol";

// Houses, in shares. In at the appraised value, out at it too, but with notice.
contract PropertyFund is FundShare, Ownable, Pausable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    enum Stage {
        None,
        Requested,
        Processed
    }

    // one for each holder
    struct Request {
        Stage stage;
        uint64 ripeAt;
        uint256 shares;
    }

    uint256 public constant BPS = 10000;
    uint256 public constant MAX_FEE_BPS = 200;

    IERC20 public immutable usdc;
    NavOracle public immutable oracle;

    address public manager;
    address public treasury;
    uint256 public feeBps = 100; // of a subscription, on top of it
    uint256 public noticePeriod = 30 days;
    uint256 public maxShares;

    uint256 public cash; // usdc of the fund
    uint256 public totalOwed; // part of it that is set aside for those who leave
    mapping(address => uint256) public owedTo;
    mapping(address => Request) public requests;

    modifier onlyManager() {
        require(msg.sender == manager, "not manager"); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(
        IERC20 usdc_,
        InvestorRegistry registry_,
        NavOracle oracle_,
        address manager_,
        address treasury_,
        uint256 maxShares_
    ) FundShare(registry_) {
        require(address(usdc_) != address(0) && address(oracle_) != address(0), "bad setup"); //~ BENIGN INIT
        require(manager_ != address(0) && treasury_ != address(0), "zero address"); //~ BENIGN INIT
        usdc = usdc_;
        oracle = oracle_;
        manager = manager_;
        treasury = treasury_;
        maxShares = maxShares_;
    }

    // ------------ holders

    function subscribe(uint256 shares, uint256 maxCost) external whenNotPaused returns (uint256 cost) {
        require(shares > 0, "no shares"); //~ BENIGN INPUT_VAL
        require(totalSupply().add(shares) <= maxShares, "fund full"); //~ BENIGN INPUT_VAL
        cost = price().mul(shares); //~ BENIGN ORACLE no old price
        uint256 fee = cost.mul(feeBps).div(BPS);
        require(cost.add(fee) <= maxCost, "too dear"); //~ BENIGN INPUT_VAL
        cash = cash.add(cost);
        _mint(msg.sender, shares); //~ BENIGN ACCESS_CTRL the hook asks the registry
        emit Subscribed(msg.sender, shares, cost, fee); //~ UNRELATED EVENT_EMIT
        usdc.safeTransferFrom(msg.sender, address(this), cost);
        usdc.safeTransferFrom(msg.sender, treasury, fee);
    }

    function requestRedemption(uint256 shares) external {
        Request storage request = requests[msg.sender];
        require(request.stage == Stage.None, "has a request"); //~ BENIGN CTRL_FLOW
        require(shares > 0 && shares <= balanceOf(msg.sender), "bad shares"); //~ BENIGN INPUT_VAL
        request.stage = Stage.Requested;
        request.shares = shares; //~ BENIGN STATE_MOD
        request.ripeAt = uint64(block.timestamp.add(noticePeriod));
        emit Requested(msg.sender, shares, request.ripeAt);
    }

    // As long as no usdc is set aside.
    function cancelRedemption() external {
        require(requests[msg.sender].stage == Stage.Requested, "nothing to cancel"); //~ BENIGN CTRL_FLOW
        delete requests[msg.sender];
        emit Cancelled(msg.sender);
    }

    // Anyone may call it. The price of this moment counts.
    function process(address holder) external whenNotPaused returns (uint256 amount) {
        Request storage request = requests[holder];
        require(request.stage == Stage.Requested, "no request"); //~ BENIGN CTRL_FLOW
        require(block.timestamp >= request.ripeAt, "not ripe"); //~ BENIGN TIMESTAMP
        amount = price().mul(request.shares);
        require(amount <= freeCash(), "short of cash"); //~ BENIGN ARITHMETIC
        _setAside(holder, request, amount);
    }

    // The same for many. Those that are not ready are left for another day.
    function processMany(address[] calldata holders) external whenNotPaused returns (uint256 done) {
        uint256 nav = price();
        for (uint256 i = 0; i < holders.length; i++) {
            Request storage request = requests[holders[i]];
            if (request.stage != Stage.Requested || block.timestamp < request.ripeAt) continue; //~ BENIGN CTRL_FLOW
            uint256 amount = nav.mul(request.shares);
            if (amount > freeCash()) continue; //~ BENIGN ARITHMETIC
            _setAside(holders[i], request, amount);
            done++;
        }
    }

    function claim() external returns (uint256 amount) {
        Request memory request = requests[msg.sender];
        require(request.stage == Stage.Processed, "nothing to claim"); //~ BENIGN CTRL_FLOW
        amount = owedTo[msg.sender]; //~ BENIGN STORAGE_READ
        delete requests[msg.sender];
        delete owedTo[msg.sender]; //~ BENIGN STATE_MOD
        totalOwed = totalOwed.sub(amount);
        cash = cash.sub(amount);
        _burn(msg.sender, request.shares); //~ BENIGN STATE_MOD
        emit Claimed(msg.sender, request.shares, amount);
        usdc.safeTransfer(msg.sender, amount);
    }

    // ------------ manager

    function invest(address to, uint256 amount, string calldata what) external onlyManager {
        require(amount <= freeCash(), "short of cash"); //~ BENIGN INPUT_VAL
        cash = cash.sub(amount);
        emit Invested(to, amount, what);
        usdc.safeTransfer(to, amount);
    }

    // Rent and sales. Anyone may pay in.
    function payIn(uint256 amount) external {
        cash = cash.add(amount);
        emit PaidIn(msg.sender, amount);
        usdc.safeTransferFrom(msg.sender, address(this), amount);
    }

    // Subscriptions and processing rest while a new value is being found.
    function setPaused(bool on) external onlyManager {
        if (on) _pause();
        else _unpause();
    }

    // ------------ owner

    function setAccounts(address manager_, address treasury_) external onlyOwner {
        require(manager_ != address(0) && treasury_ != address(0), "zero address"); //~ BENIGN INPUT_VAL
        (manager, treasury) = (manager_, treasury_);
        emit AccountsSet(manager_, treasury_);
    }

    // Requests that were made keep their notice.
    function setTerms(uint256 feeBps_, uint256 noticePeriod_, uint256 maxShares_) external onlyOwner {
        require(feeBps_ <= MAX_FEE_BPS, "fee too high"); //~ BENIGN INPUT_VAL
        require(noticePeriod_ >= 7 days && noticePeriod_ <= 90 days, "bad notice"); //~ BENIGN INPUT_VAL
        (feeBps, noticePeriod, maxShares) = (feeBps_, noticePeriod_, maxShares_);
        emit TermsSet(feeBps_, noticePeriod_, maxShares_);
    }

    // Tokens that came by mistake.
    function rescue(IERC20 token) external onlyOwner returns (uint256 amount) {
        amount = token.balanceOf(address(this));
        if (token == usdc) amount = amount.sub(cash); //~ BENIGN ARITHMETIC
        token.safeTransfer(treasury, amount);
    }

    // ------------ views

    function price() public view returns (uint256) {
        return oracle.current();
    }

    function freeCash() public view returns (uint256) {
        return cash.sub(totalOwed); //~ BENIGN ARITHMETIC
    }

    function lockedOf(address holder) public view override returns (uint256) {
        return requests[holder].shares;
    }

    // ------------ internal

    function _setAside(address holder, Request storage request, uint256 amount) private {
        request.stage = Stage.Processed; //~ BENIGN STATE_MOD
        totalOwed = totalOwed.add(amount);
        owedTo[holder] = owedTo[holder].add(amount); //~ BENIGN STATE_MOD
        emit Processed(holder, request.shares, amount);
    }

    event Subscribed(address indexed holder, uint256 shares, uint256 cost, uint256 fee);
    event Requested(address indexed holder, uint256 shares, uint256 ripeAt);
    event Cancelled(address indexed holder);
    event Processed(address indexed holder, uint256 shares, uint256 amount);
    event Claimed(address indexed holder, uint256 shares, uint256 amount);
    event Invested(address indexed to, uint256 amount, string what);
    event PaidIn(address indexed from, uint256 amount);
    event AccountsSet(address manager, address treasury);
    event TermsSet(uint256 feeBps, uint256 noticePeriod, uint256 maxShares);
}
