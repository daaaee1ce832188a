pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @dev The terms of a series of options. Prices are for a lot.
 */
contract Terms {
    uint256 public constant LOT = 1e18;

    IERC20 public coin;
    IERC20 public asset;
    uint256 public premium;
    uint256 public strike;
    uint256 public expiry;

    constructor(IERC20 _coin, IERC20 _asset, uint256 _premium, uint256 _strike, uint256 _expiry) public {
        require(_coin != _asset, "one token"); //~ BENIGN INIT
        require(_premium > 0 && _strike > 0, "no price"); //~ BENIGN INIT
        require(_expiry > now, "expired"); //~ BENIGN TIMESTAMP
        coin = _coin;
        asset = _asset;
        premium = _premium;
        strike = _strike;
        expiry = _expiry;
    }
}

/**
 * @dev Options to buy an asset at the strike until the expiry. The owner writes them.
 */
contract CallOptions is Terms, Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public sold;
    mapping(address => uint256) public options;

    event Bought(address indexed holder, uint256 lots);
    event Exercised(address indexed holder, uint256 lots);
    event Taken(address indexed token, uint256 amount);

    constructor(IERC20 _coin, IERC20 _asset, uint256 _premium, uint256 _strike, uint256 _expiry)
        public
        Terms(_coin, _asset, _premium, _strike, _expiry)
    {}

    /**
     * @dev Buys options on lots that are here and not sold yet.
     */
    function buy(uint256 _lots) external {
        require(now < expiry, "expired"); //~ BENIGN TIMESTAMP
        sold = sold.add(_lots);
        require(sold.mul(LOT) <= asset.balanceOf(address(this)), "sold out"); //~ BENIGN INPUT_VAL
        options[msg.sender] = options[msg.sender].add(_lots); //~ PREREQ STATE_MOD
        coin.safeTransferFrom(msg.sender, address(this), _lots.mul(premium)); //~ BENIGN FUND_XFER
        emit Bought(msg.sender, _lots); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Buys lots at the strike.
     */
    function exercise(uint256 _lots) external {
        require(now < expiry, "expired"); //~ BENIGN TIMESTAMP
        options[msg.sender] = options[msg.sender].sub(_lots, "too few"); //~ BENIGN STATE_MOD
        sold = sold.sub(_lots); //~ BENIGN ARITHMETIC
        bytes memory data = abi.encodeWithSelector(coin.transferFrom.selector, msg.sender, this, _lots.mul(strike)); //~ ROOT_CAUSE COMPUTATION
        (bool success, ) = address(coin).call(data); //~ ROOT_CAUSE EXT_CALL the answer of the coin is left out
        require(success, "not paid"); //~ INSUFF_GUARD EXT_CALL only says that it did not revert
        asset.safeTransfer(msg.sender, _lots.mul(LOT)); //~ PREREQ FUND_XFER
        emit Exercised(msg.sender, _lots); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Takes premiums and strikes at any time, and the asset after the expiry.
     */
    function take(IERC20 _token, uint256 _amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_token != asset || now >= expiry, "not yet"); //~ DECOY CTRL_FLOW coins never stand for anything
        _token.safeTransfer(msg.sender, _amount); //~ BENIGN FUND_XFER
        emit Taken(address(_token), _amount); //~ UNRELATED EVENT_EMIT
    }
}
