// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {ClaimsRegistry} from "./context/ClaimsRegistry.sol";
import {CoverTerms} from "./context/CoverTerms.sol";
import {IUnderwritingVault} from "./context/IUnderwritingVault.sol";

// Capital for one season of cover. Claims come out of the pot. Premiums are kept beside it and go to
// whoever holds shares when the season is closed.
contract UnderwritingVault is IUnderwritingVault, ERC20, Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    // what an account put in during its cooling-off period
    struct CoolingOff {
        uint256 until;
        uint256 shares;
    }

    uint256 public constant COOLING_OFF = 2 days;
    uint256 public constant LAST_ENTRY = 30 days; // before the end of the season
    uint256 public constant MIN_DEPOSIT = 10e6;
    uint256 public constant MAX_CAP = 50_000_000e6;

    IERC20 public immutable usdc;
    ClaimsRegistry public immutable registry;
    uint256 public immutable seasonEnd;
    uint256 public immutable closesAt; // all claims are in by then

    uint256 public pot;
    uint256 public premiums;
    uint256 public cap;
    bool public impaired; // a claim has been paid
    address public treasury;
    mapping(address => CoolingOff) public coolingOff;

    error EntryClosed();
    error Impaired();
    error AboveCap(uint256 cap);
    error TooLate(uint256 until);
    error SeasonRunning(uint256 until);
    error ClaimsPending(uint256 amount);

    constructor(IERC20 usdc_, ClaimsRegistry registry_, uint256 season, uint256 cap_, address treasury_)
        ERC20("Underwriting share", "uwUSDC")
        Ownable(msg.sender)
    {
        require(season >= 90 days && season <= 400 days, "bad season"); //~ BENIGN INIT
        usdc = usdc_;
        registry = registry_;
        seasonEnd = block.timestamp + season;
        closesAt = seasonEnd + CoverTerms.REPORTING;
        _setCap(cap_);
        _setTreasury(treasury_);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    // ---- members

    function deposit(uint256 amount) external {
        _deposit(amount);
    }

    // The permit may have been used by somebody else already, the allowance is there in any case.
    function depositWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        try IERC20Permit(address(usdc)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {} //~ BENIGN SIGNATURE
        _deposit(amount);
    }

    // Second thoughts. Free of charge for two days after the first deposit.
    function cancelDeposit() external returns (uint256 amount) {
        CoolingOff storage c = coolingOff[msg.sender];
        if (block.timestamp > c.until) revert TooLate(c.until); //~ BENIGN TIMESTAMP
        require(c.shares > 0, "nothing to cancel"); //~ BENIGN INPUT_VAL
        uint256 shares = c.shares; //~ BENIGN COMPUTATION
        amount = _worth(shares);
        c.shares = 0; //~ BENIGN STATE_MOD
        pot -= amount;
        _burn(msg.sender, shares);
        emit Cancelled(msg.sender, shares, amount); //~ UNRELATED EVENT_EMIT
        usdc.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    function withdraw(uint256 shares) external returns (uint256 principal, uint256 premium) {
        if (block.timestamp < closesAt) revert SeasonRunning(closesAt); //~ BENIGN TIMESTAMP
        if (registry.pending() > 0) revert ClaimsPending(registry.pending()); //~ BENIGN CTRL_FLOW announced claims come before members
        principal = _worth(shares);
        premium = Math.mulDiv(premiums, shares, totalSupply()); //~ BENIGN ARITHMETIC
        pot -= principal;
        premiums -= premium;
        _burn(msg.sender, shares);
        emit Withdrawn(msg.sender, shares, principal, premium);
        usdc.safeTransfer(msg.sender, principal + premium);
    }

    // ---- anyone

    // Premiums come from the desk. Nobody minds a gift.
    function addPremium(uint256 amount) external {
        require(block.timestamp < seasonEnd, "season is over"); //~ BENIGN TIMESTAMP
        require(totalSupply() > 0, "no members"); //~ BENIGN CTRL_FLOW
        premiums += amount; //~ BENIGN STATE_MOD
        emit PremiumAdded(msg.sender, amount);
        usdc.safeTransferFrom(msg.sender, address(this), amount);
    }

    // Pays a claim whose notice is over, as far as the pot goes.
    function payClaim(uint256 id) external returns (uint256 paid) {
        (address payee, uint256 amount) = registry.close(id); //~ BENIGN EXT_CALL closes a claim once, or reverts
        paid = Math.min(amount, pot);
        pot -= paid;
        if (paid > 0) impaired = true; //~ BENIGN STATE_MOD later money would earn the premiums of those who bore the claim
        emit ClaimPaid(id, payee, paid);
        usdc.safeTransfer(payee, paid); //~ BENIGN FUND_XFER
    }

    // ---- owner

    function setCap(uint256 cap_) external onlyOwner {
        _setCap(cap_);
    }

    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    // Stops deposits. Everything else goes on.
    function setPaused(bool on) external onlyOwner {
        on ? _pause() : _unpause();
    }

    // Whatever was sent here by mistake. Pot and premiums stay where they are.
    function rescue(IERC20 token) external onlyOwner {
        uint256 spare = token.balanceOf(address(this));
        if (token == usdc) spare -= pot + premiums; //~ BENIGN ARITHMETIC
        emit Rescued(address(token), spare);
        token.safeTransfer(treasury, spare);
    }

    // Premiums that nobody is left to earn.
    function sweepPremiums() external onlyOwner returns (uint256 amount) {
        if (block.timestamp < closesAt) revert SeasonRunning(closesAt); //~ BENIGN TIMESTAMP
        require(totalSupply() == 0, "members left"); //~ BENIGN CTRL_FLOW
        amount = premiums;
        premiums = 0;
        emit Swept(amount);
        usdc.safeTransfer(treasury, amount);
    }

    // ---- views

    // before claims that are announced and not paid
    function worthOf(address account) external view returns (uint256) {
        return _worth(balanceOf(account));
    }

    // what would be left for members if all announced claims were paid today
    function freePot() external view returns (uint256) {
        uint256 claims = registry.pending();
        return claims < pot ? pot - claims : 0;
    }

    function premiumOf(address account) external view returns (uint256) {
        uint256 shares = balanceOf(account);
        return shares == 0 ? 0 : Math.mulDiv(premiums, shares, totalSupply());
    }

    function entryOpen() public view returns (bool) {
        return block.timestamp + LAST_ENTRY <= seasonEnd;
    }

    // ---- internal

    // One share for one unit. Who joins carries announced claims as everybody else does. Once a claim has been
    // paid a share is worth less than that, and nobody can join any more.
    function _deposit(uint256 amount) private whenNotPaused {
        if (!entryOpen()) revert EntryClosed(); //~ BENIGN TIMESTAMP nobody comes in for the premiums alone
        if (impaired) revert Impaired(); //~ BENIGN CTRL_FLOW
        require(amount >= MIN_DEPOSIT, "too little"); //~ BENIGN INPUT_VAL
        pot += amount;
        if (pot > cap) revert AboveCap(cap); //~ BENIGN INPUT_VAL

        CoolingOff storage c = coolingOff[msg.sender];
        if (c.until == 0) c.until = block.timestamp + COOLING_OFF; //~ BENIGN TIMESTAMP
        if (block.timestamp <= c.until) c.shares += amount;
        _mint(msg.sender, amount);
        emit Deposited(msg.sender, amount);
        usdc.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function _worth(uint256 shares) private view returns (uint256) {
        return shares == 0 ? 0 : Math.mulDiv(pot, shares, totalSupply());
    }

    function _setCap(uint256 cap_) private {
        require(cap_ <= MAX_CAP, "cap too high"); //~ BENIGN INPUT_VAL
        cap = cap_;
        emit CapSet(cap_);
    }

    function _setTreasury(address treasury_) private {
        require(treasury_ != address(0), "no treasury"); //~ BENIGN INPUT_VAL
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }

    event Deposited(address indexed member, uint256 amount);
    event Cancelled(address indexed member, uint256 shares, uint256 amount);
    event Withdrawn(address indexed member, uint256 shares, uint256 principal, uint256 premium);
    event PremiumAdded(address indexed from, uint256 amount);
    event ClaimPaid(uint256 indexed id, address indexed payee, uint256 amount);
    event Rescued(address indexed token, uint256 amount);
    event Swept(uint256 amount);
    event CapSet(uint256 cap);
    event TreasurySet(address treasury);
}
