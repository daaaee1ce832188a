// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);

    function approve(address spender, uint256 amount) external returns (bool);

    function transfer(address to, uint256 amount) external returns (bool);
}

interface ICToken {
    function mint(uint256 mintAmount) external returns (uint256);

    function redeemUnderlying(uint256 redeemAmount) external returns (uint256);

    function balanceOfUnderlying(address owner) external view returns (uint256);
}

/// Arithmetic that refuses to leave the range of a word. The compiler of this generation does not do so by itself, and a
/// model that wraps around would report riches which nobody has.
library CheckedArithmetic {
    function plus(uint256 left, uint256 right) internal pure returns (uint256 sum) {
        sum = left + right;
        require(sum >= left, "The sum exceeds the range of a word.");
    }

    function proportion(uint256 amount, uint256 numerator, uint256 denominator) internal pure returns (uint256) {
        uint256 product = amount * numerator;
        require(amount == 0 || product / amount == numerator, "The product exceeds the range of a word.");
        return product / denominator;
    }
}

/// What a forge expects of every model. A forge collects the savings of its members, and a model decides where they earn
/// interest in the meantime. Several models can stand behind one forge, and each serves exactly one.
abstract contract ModelInterface {
    event Initialised(address indexed forge);
    event Invested(uint256 amount);
    event Withdrawn(address indexed recipient, uint256 amount);

    function underlyingBalance() external view virtual returns (uint256);

    function invest() external virtual;

    function withdrawTo(uint256 amount, address recipient) external virtual;
}

/// This model lends the savings to a money market. What it keeps in hand covers small withdrawals, so that not each of them
/// has to go through the market; the share in hand is a parameter that the forge may change with the season.
contract CompoundModel is ModelInterface {
    using CheckedArithmetic for uint256;

    uint256 public constant WHOLE = 10_000;

    address private _forge;
    IERC20 private _underlying;
    ICToken private _market;
    uint256 public shareInHand;

    /// Withdrawals and parameters are the business of the forge, which knows whose savings are whose. A model knows neither
    /// names nor amounts of members.
    modifier onlyForge() {
        require(msg.sender == _forge, "Only the forge may ask for this."); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// Models are created by one account and initialised in a second transaction, when the address of the forge is known.
    /// The market is given the allowance that it needs at the same time.
    function initialize(address forgeAddress, IERC20 underlyingToken, ICToken marketToken) external { //~ BENIGN INIT
        require(_forge == address(0), "The model serves a forge already."); //~ BENIGN INIT
        require(forgeAddress != address(0), "The forge must not be the zero address."); //~ BENIGN INPUT_VAL
        _forge = forgeAddress; //~ BENIGN STATE_MOD
        _underlying = underlyingToken;
        _market = marketToken;
        shareInHand = 500;
        require(underlyingToken.approve(address(marketToken), uint256(-1)), "The token refused the allowance.");
        emit Initialised(forgeAddress); //~ UNRELATED EVENT_EMIT
    }

    function forge() external view returns (address) {
        return _forge;
    }

    function market() external view returns (ICToken) {
        return _market;
    }

    /// The savings are what is in hand and what the market owes, interest included.
    function underlyingBalance() public view override returns (uint256) {
        return _underlying.balanceOf(address(this)).plus(_market.balanceOfUnderlying(address(this))); //~ BENIGN COMPUTATION
    }

    /// Anybody may have idle savings invested, since nothing leaves the model by it.
    function invest() external override {
        uint256 keep = underlyingBalance().proportion(shareInHand, WHOLE);
        uint256 inHand = _underlying.balanceOf(address(this));
        require(inHand > keep, "There is nothing to invest.");
        require(_market.mint(inHand - keep) == 0, "The market refused the deposit."); //~ BENIGN EXT_CALL
        emit Invested(inHand - keep);
    }

    function setShareInHand(uint256 share) external onlyForge {
        require(share <= WHOLE, "The share exceeds the whole.");
        shareInHand = share;
    }

    function withdrawTo(uint256 amount, address recipient) external override onlyForge {
        _withdraw(amount, recipient);
    }

    /// A forge that moves to another model takes everything along.
    function withdrawAllToForge() external onlyForge {
        _withdraw(underlyingBalance(), _forge);
    }

    /// What is in hand goes first, and the market pays the rest.
    function _withdraw(uint256 amount, address recipient) private {
        uint256 inHand = _underlying.balanceOf(address(this));
        if (inHand < amount) {
            require(_market.redeemUnderlying(amount - inHand) == 0, "The market refused the withdrawal.");
        }
        require(_underlying.transfer(recipient, amount), "The token refused the payment."); //~ BENIGN FUND_XFER
        emit Withdrawn(recipient, amount);
    }
}
